import { qualifiedVerdict } from '../core/qualified-verdict.ts'
import {
  OPEN,
  type Report,
  type RuleResult,
  STATUSES,
  type Status,
  type TargetResult,
  type Verdict,
} from '../core/results.ts'
import { ruleCoverage, scopeOf } from '../core/rule-coverage.ts'

/** Largest share of due rules without a result that still allows a verdict. */
const MOST_OPEN = 1 / 4

type Counts = TargetResult['counts']

/** Count the rules by status. */
export function countsOf(rules: readonly Pick<RuleResult, 'status'>[]): Counts {
  const counts = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Record<Status, number>
  for (const { status } of rules) counts[status]++
  return counts
}

/** Number of rules with a result. */
export const concluded = (c: Counts): number => c.passed + c.failed + c.warned + c.observed + c.expected

/** Number of stated and implied rules whose needs were met, with or without a result. */
export const due = (c: Counts): number => c.passed + c.failed + c.warned + c.expected + c.inconclusive + c.blocked

export interface Ending {
  /** The user ended the run. */
  readonly interrupted: boolean
  /** The suite itself failed, so violations may be undetected. */
  readonly crashed: boolean
}

type Judged = Pick<TargetResult, 'stopped' | 'cut'> & {
  readonly rules: readonly Pick<RuleResult, 'level' | 'status' | 'unselected'>[]
}

/** Whether a stated rule was decided; where the user selected implied rules only, whether one of them was. */
function isDecided(rules: Judged['rules']): boolean {
  const selected = rules.filter(({ unselected }) => !unselected)
  const hasStated = selected.length === rules.length || selected.some(({ level }) => level === 'stated')
  return selected.some(({ level, status }) => level === (hasStated ? 'stated' : 'implied') && !OPEN.includes(status))
}

/** Decide the verdict on one target. */
export function verdictOf({ rules, stopped, cut }: Judged, ending: Ending): Verdict {
  const counts = countsOf(rules)
  if (counts.failed > 0) return 'nonconformant'
  if (cut?.by === 'unreachable' || stopped !== undefined || ending.crashed || !isDecided(rules)) return 'inconclusive'
  const open = counts.inconclusive + counts.blocked
  // With --max-requests the user decides how much is tested, and the verdict says `so far`.
  const mostOpen = cut?.by === 'budget' ? 1 : MOST_OPEN
  if (open > due(counts) * mostOpen || (ending.interrupted && open > 0)) return 'inconclusive'
  return 'conformant'
}

/** The verdict on one target, its extent and its counts. */
export function judged(target: Pick<TargetResult, 'rules' | 'stopped' | 'cut'>, ending: Ending) {
  const { rules, stopped } = target
  const verdict = verdictOf(target, ending)
  return {
    verdict,
    conclusion: qualifiedVerdict({ verdict, rules, stopped }),
    scope: scopeOf(rules),
    coverage: ruleCoverage(rules),
    counts: countsOf(rules),
  }
}

/** Whether every rule has a result. */
export function isComplete(targets: readonly Pick<TargetResult, 'counts' | 'rules' | 'stopped'>[]): boolean {
  return targets.every(
    ({ counts, rules, stopped }) => stopped === undefined && rules.length > 0 && concluded(counts) === rules.length,
  )
}

/** Map a report to the exit code of the command. */
export function exitCode({ run, targets }: Pick<Report, 'run' | 'targets'>, requireComplete: boolean): 0 | 1 | 3 | 130 {
  if (run.interrupted) return 130
  if (run.crash !== undefined) return 3
  if (targets.some(({ verdict }) => verdict === 'nonconformant')) return 1
  if (run.expect && run.expect.stale.length > 0) return 1
  if (requireComplete && !run.complete) return 1
  return targets.length > 0 && targets.every(({ verdict }) => verdict === 'conformant') ? 0 : 3
}
