import { OPEN, type RuleResult, STATUSES, type Status, type TargetResult, type Verdict } from '../core/results.ts'

/** Above this part of the due rules without a result there is no verdict. */
const MOST_OPEN = 1 / 4

export type Counts = TargetResult['counts']

export function countsOf(rules: readonly Pick<RuleResult, 'status'>[]): Counts {
  const counts = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Record<Status, number>
  for (const { status } of rules) counts[status]++
  return counts
}

/** Rules that came to a result. Of the others nothing is known. */
export const concluded = (c: Counts): number => c.passed + c.failed + c.warned + c.observed + c.expected

/** Stated and implied rules that had what they need, whether they came to a result or not. */
export const due = (c: Counts): number => c.passed + c.failed + c.warned + c.expected + c.inconclusive + c.blocked

export interface Ending {
  /** Someone ended the run. */
  readonly interrupted: boolean
  /** The suite itself failed: what it would still have found is not known. */
  readonly crashed: boolean
}

type Judged = Pick<TargetResult, 'stopped' | 'cut'> & {
  readonly rules: readonly Pick<RuleResult, 'level' | 'status'>[]
}

const isStatedAndDecided = ({ level, status }: Judged['rules'][number]): boolean =>
  level === 'stated' && !OPEN.includes(status)

/** The verdict on one target. Conformant needs at least one decided rule that the reference states. */
export function verdictOf({ rules, stopped, cut }: Judged, ending: Ending): Verdict {
  const counts = countsOf(rules)
  if (counts.failed > 0) return 'nonconformant'
  if (cut?.by === 'unreachable' || stopped !== undefined || ending.crashed || !rules.some(isStatedAndDecided))
    return 'inconclusive'
  const open = counts.inconclusive + counts.blocked
  if (open > due(counts) * MOST_OPEN || (ending.interrupted && open > 0)) return 'inconclusive'
  return 'conformant'
}

/** Whether every rule came to a result. */
export function isComplete(targets: readonly Pick<TargetResult, 'counts' | 'rules' | 'stopped'>[]): boolean {
  return targets.every(
    ({ counts, rules, stopped }) => stopped === undefined && rules.length > 0 && concluded(counts) === rules.length,
  )
}
