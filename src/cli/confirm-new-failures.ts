import type { Report, RuleResult, TargetResult } from '../core/results.ts'
import type { Settings } from '../core/settings.ts'
import { isComplete, judged } from '../engine/verdict.ts'
import { compare } from '../report/diff/compare.ts'
import { complain } from './errors.ts'
import { planFor, sendPlanned } from './replay.ts'

/**
 * Sends the failing cases of newly failed rules again before they count as a change. One that then passes each time is inconclusive:
 * it happened, and is not what an alert should wake anyone for.
 */
export async function confirmNewFailures(
  report: Report,
  baseline: Report,
  settings: Settings,
  signal: AbortSignal,
): Promise<Report> {
  const changed = compare(baseline, report).targets.flatMap(({ broken }) => broken.map(({ id }) => id))
  const failed = report.targets.flatMap(({ rules }) => rules.filter(({ status }) => status === 'failed'))
  const newly = failed.map(({ id }) => id).filter((id) => changed.includes(id))
  if (newly.length === 0 || signal.aborted) return report
  complain(`newly failed, sent again to confirm: ${newly.join(', ')}`)
  const planned = await planFor(report, settings, newly)
  const { shard: _, expect: __, ...rest } = settings
  const again: Settings = { ...rest, rules: [], record: 'failures', reporters: ['console'] }
  const { outcomes } = await sendPlanned(planned, again, signal)
  const flaky = new Map(planned.map((one) => [one.rule, one.case?.context ? undefined : one.flaky]))
  const passed = new Map(
    outcomes.flatMap(({ rule, outcome, conforms, reason }) => {
      if (outcome === 'passes now') return [[rule, reason]]
      return conforms && flaky.get(rule) ? [[rule, `${flaky.get(rule)} failed in the run`]] : []
    }),
  )
  if (passed.size === 0) return report
  const targets = report.targets.map((target) => withoutPassed(target, passed, report.run))
  return { ...report, run: { ...report.run, complete: isComplete(targets) }, targets }
}

function withoutPassed(
  target: TargetResult,
  passed: ReadonlyMap<string, string | undefined>,
  { interrupted, crash }: Report['run'],
): TargetResult {
  const rules = target.rules.map(({ failure, ...rule }): RuleResult => {
    if (!passed.has(rule.id)) return { ...rule, ...(failure && { failure }) }
    const reason = `failed once, and passed when sent again (${passed.get(rule.id)}): ${failure?.summary}`
    return { ...rule, status: 'inconclusive', unconfirmed: true, reason }
  })
  return { ...target, rules, ...judged({ ...target, rules }, { interrupted, crashed: crash !== undefined }) }
}
