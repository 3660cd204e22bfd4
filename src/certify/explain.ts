import { deepText } from '../deep-text.ts'
import { grouped } from '../report/console/groups.ts'
import { styleFor } from '../report/console/style.ts'
import { verdictLine } from '../report/console/verdict.ts'
import { failureFields, layOut } from '../report/failure-text.ts'
import { inert } from '../report/inert.ts'
import { isBroken, type Report, type RuleResult, type TargetResult } from '../report/results.ts'

const PLAIN = styleFor(false)

/** What a person wants to know of a report: what is broken in full, what came to no result and why, and last the verdicts. */
export function explain({ run, targets }: Report): string {
  const safe = deepText(targets, inert)
  return [...safe.flatMap(details), ...safe.map((target) => verdictLine(target, run, PLAIN))].join('\n')
}

function details({ rules }: TargetResult): string[] {
  return [
    ...rules.filter(({ status }) => isBroken(status)).flatMap(broken),
    ...untold(rules, 'inconclusive'),
    ...untold(rules, 'blocked'),
    ...untold(rules, 'skipped'),
  ]
}

function untold(rules: readonly RuleResult[], status: 'inconclusive' | 'blocked' | 'skipped'): string[] {
  const lines = grouped(rules, status)
  return lines.length === 0 ? [] : [`${status}:`, ...lines, '']
}

function broken(rule: RuleResult): string[] {
  const { id, status, level, section, title, failure } = rule
  // The command line that the console proposes cannot call a handler.
  const fields = failureFields(rule, '').filter(([name]) => name !== 'again')
  const again = failure ? [['again', `certify with rules: ['${id}'], seed: ${failure.seed}`] as const] : []
  return [
    `${status.toUpperCase()}  ${id}  (${level}, §${section})`,
    `  ${title}`,
    ...layOut([...fields, ...again], '  '),
    '',
  ]
}
