import type { ControlStep } from '../../core/control-tools.ts'
import { count } from '../../core/count.ts'
import type { Exchange, Req } from '../../core/exchange.ts'
import type { Json } from '../../core/json.ts'
import type { Measurement, Origin, RequestContext, Varied } from '../../core/results.ts'
import type { Violation } from '../../core/rule.ts'
import type { Stopped } from '../../core/stopped.ts'
import type { Need } from '../../core/target.ts'
import type { Round } from '../check-cases.ts'
import type { JudgedCase } from './find-extent.ts'
import { endedBeforeTested } from './stop-reasons.ts'

/** Result of testing a rule, before it is formatted for the report. */
export interface ProvisionalResult {
  readonly status: 'passed' | 'broken' | 'skipped' | 'inconclusive' | 'blocked' | 'observed'
  /** Number of cases tried; for an invariant, of exchanges judged. */
  readonly cases: number
  /** Set if the run ended before all cases were tried at its depth. */
  readonly plannedCases?: number
  readonly reason?: string
  readonly blockedBy?: string
  readonly missing?: readonly Need[]
  readonly observation?: Json
  /** The observation depends on the depth, and a round at a greater depth follows. */
  readonly isPreliminary?: true
  readonly measurement?: Measurement
  readonly note?: string
  readonly found?: FoundViolation
  /** Number of cases whose baseline request was refused, if nothing else is inconclusive. */
  readonly refused?: number
  /** Input for the next round. */
  readonly round?: Round
}

export interface FoundViolation {
  /** The other way to send the key, by which the same case conformed. */
  readonly otherWay?: string | undefined
  readonly violation: Violation
  readonly exchanges: readonly Exchange[]
  /** Control calls of the case. */
  readonly steps: readonly ControlStep[]
  readonly counterexample: Json
  /** The counterexample in the terms of the API, if the rule can phrase it. */
  readonly inWords?: string
  readonly path: string
  /** For an invariant: the smallest request found, and the rule that sent the first. */
  readonly request?: Req
  readonly origin?: Origin
  readonly flaky?: string
  /** Other cases that were judged. */
  readonly judged?: readonly JudgedCase[]
  readonly varied?: readonly Varied[]
  /** What separates the failing responses from the conforming ones. */
  readonly pattern?: string
  /** The exchanges are those of a failing case that is plainer than the counterexample. */
  readonly isPlainer?: true
  /** Client whose headers the requests have, if it is not the suite's own. */
  readonly client?: string
  /** Set if the failure did not show when its request was sent again alone. The exchanges are then those that showed it. */
  readonly context?: RequestContext
  /** What is kept of the request with another key, where that was found out. */
  readonly kept?: 'decision' | 'response'
}

export const skipped = (reason: string): ProvisionalResult => ({ status: 'skipped', cases: 0, reason })
export const inconclusive = (reason: string, cases = 0): ProvisionalResult => ({
  status: 'inconclusive',
  cases,
  reason,
})
export const blocked = (by: string): ProvisionalResult => ({
  status: 'blocked',
  cases: 0,
  reason: `${by} is violated`,
  blockedBy: by,
})

interface Progress {
  /** Number of cases that passed, and of all cases. */
  readonly passed: number
  readonly planned: number
  /** Whether every case of a quick run passed. */
  readonly isQuickDone: boolean
}

/**
 * Draft for a run that ended before all cases were tried: passed if the cases of a quick run passed, unless the target became
 * unreachable, which may have affected them.
 */
export function cutShortResult(
  { passed, planned, isQuickDone }: Progress,
  { by, message }: Stopped,
): ProvisionalResult {
  if (passed === 0) return inconclusive(endedBeforeTested(message))
  const progress = passed < planned ? `${passed} of ${planned} cases` : `${count(planned, 'case')}, at quick depth only`
  const status = isQuickDone && by !== 'unreachable' ? 'passed' : 'inconclusive'
  return { status, cases: passed, plannedCases: planned, reason: `${progress}; ${message}` }
}
