import type { Outcome } from '../../core/replay-case.ts'
import { isBroken, type Report, type RuleResult } from '../../core/results.ts'
import type { Planned } from './plan.ts'

export function outcomesOf(planned: readonly Planned[], targets: Report['targets']): Outcome[] {
  const results = new Map(targets.flatMap(({ rules }) => rules.map((rule) => [rule.id, rule])))
  return planned.map((one) => outcomeOf(one, results.get(one.rule)))
}

function outcomeOf({ rule, was, reason, case: sent }: Planned, result: RuleResult | undefined): Outcome {
  if (!sent) return { rule, was, outcome: 'cannot be told', reason }
  if (!result) return { rule, was, outcome: 'cannot be told', reason: 'it came to no result' }
  const { status, failure } = result
  if (isBroken(status)) return { rule, was, outcome: 'still fails', status, failure }
  if (status === 'passed') return { rule, was, outcome: 'fixed', reason: triedSoOften(result.cases) }
  return { rule, was, outcome: 'cannot be told', reason: result.reason }
}

const triedSoOften = (times: number): string => (times === 1 ? 'tried once' : `tried ${times} times`)

/**
 * 1 when any fails now, or when a failure of the report is still violated; 0 when all are fixed; 3 when that cannot be told. A warning
 * of the report that is still a warning counts only when nothing else was asked for.
 */
export function exitCodeOf(outcomes: readonly Outcome[]): 0 | 1 | 3 {
  const failed = outcomes.filter(({ was }) => was === 'failed')
  const isFailing = ({ outcome, was, status }: Outcome) =>
    outcome === 'still fails' && (was === 'failed' || status === 'failed')
  if (outcomes.some(isFailing)) return 1
  const asked = failed.length > 0 ? failed : outcomes
  return asked.length === 0 || asked.some(({ outcome }) => outcome === 'cannot be told') ? 3 : 0
}
