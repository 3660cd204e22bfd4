import type { Outcome } from '../../core/replay-case.ts'
import { isBroken, type Report, type RuleResult } from '../../core/results.ts'
import type { Planned } from './plan-replay.ts'

/** Compare the planned cases of a report with the results of the replay. */
export function replayOutcomes(planned: readonly Planned[], targets: Report['targets']): Outcome[] {
  const results = new Map(targets.flatMap(({ rules }) => rules.map((rule) => [rule.id, rule])))
  return planned.map((entry) => outcomeOf(entry, results.get(entry.rule)))
}

function outcomeOf({ rule, was, reason, case: sent }: Planned, result: RuleResult | undefined): Outcome {
  if (!sent) return { rule, was, outcome: 'cannot be told', reason }
  if (!result) return { rule, was, outcome: 'cannot be told', reason: 'it has no result' }
  const { status, failure } = result
  if (isBroken(status)) return { rule, was, outcome: 'still fails', status, failure }
  if (status === 'passed') return { rule, was, outcome: 'fixed', reason: timesTried(result.cases) }
  return { rule, was, outcome: 'cannot be told', reason: result.reason }
}

const timesTried = (times: number): string => (times === 1 ? 'tried once' : `tried ${times} times`)

/**
 * Exit code of a replay: 1 if a failure of the report is still violated or a warning fails now; 0 if all are fixed; 3 if that is
 * unknown. Reported warnings affect 0 and 3 only if the report has no failures.
 */
export function exitCodeOf(outcomes: readonly Outcome[]): 0 | 1 | 3 {
  const failed = outcomes.filter(({ was }) => was === 'failed')
  const isFailing = ({ outcome, was, status }: Outcome) =>
    outcome === 'still fails' && (was === 'failed' || status === 'failed')
  if (outcomes.some(isFailing)) return 1
  const relevant = failed.length > 0 ? failed : outcomes
  return relevant.length === 0 || relevant.some(({ outcome }) => outcome === 'cannot be told') ? 3 : 0
}
