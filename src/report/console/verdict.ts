import type { RunInfo, TargetResult } from '../results.ts'
import type { Style } from './style.ts'

const MOST_REASON = 40

/** The last line on a target: verdict, and every number with what it is out of. */
export function verdictLine(target: TargetResult, run: RunInfo, style: Style): string {
  const { variant, verdict, stopped } = target
  const paint = { conformant: style.good, nonconformant: style.bad, inconclusive: style.warn }[verdict]
  const told = stopped === undefined ? numbers(target, run) : stopped
  return `variant ${variant.toUpperCase()}: ${paint(verdict)} — ${told}`
}

function numbers({ rules, requests, clauses }: TargetResult, run: RunInfo): string {
  const judged = rules.filter(({ level }) => level !== 'observed')
  const skipped = judged.filter(({ status }) => status === 'skipped')
  const passed = judged.filter(({ status }) => status === 'passed').length
  const observed = rules.filter(({ status }) => status === 'observed').length
  const expected = judged.filter(({ status }) => status === 'expected').length
  const broken = (['failed', 'warned'] as const)
    .map((status) => [status, judged.filter((rule) => rule.status === status).length] as const)
    .flatMap(([status, n]) => (n > 0 ? [`${n} ${status}`] : []))
  const left = skipped.length > 0 ? ` (${skipped.length} not tried${shared(skipped)})` : ''
  return [
    ...broken,
    `${passed} of ${judged.length - skipped.length} stated and implied rules passed${left}`,
    ...(expected > 0 ? [`${expected} failed as expected`] : []),
    `${observed} of ${rules.length - judged.length} behaviours observed`,
    `${count(requests, 'request')} in ${(run.durationMs / 1000).toFixed(1)} s`,
    `clauses ${clauses.tried} of ${clauses.total} tried`,
  ].join(', ')
}

/** The reason, where all have the same and it is short. */
function shared(rules: TargetResult['rules']): string {
  const [reason = '', ...others] = new Set(rules.map((rule) => rule.reason))
  return reason !== '' && reason.length <= MOST_REASON && others.length === 0 ? `: ${reason}` : ', see above'
}

export const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`
