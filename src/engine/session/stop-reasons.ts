import { durationOf } from '../../core/duration.ts'
import { Stopped } from '../../core/stopped.ts'

/** Time to repeat baseline requests after an interruption or before a deadline, in milliseconds. */
const GRACE_MS = 2000
const graceOf = (deadline: number): number => Math.min(GRACE_MS, deadline / 10)

export const interrupted = (): Stopped => new Stopped('the run was interrupted', 'interruption', GRACE_MS)

/** Without a grace period: the failure is decided, and nothing else is sent. */
export const firstFailed = (id: string): Stopped => new Stopped(`the run stopped at a failed rule (${id})`, 'fail-fast')

/** Abort one grace period before the deadline, so that nothing is sent after it. */
export function atDeadline(deadline: number, endsAt: number, abort: (reason: Stopped) => void): NodeJS.Timeout {
  const reason = new Stopped(`the run reached its deadline of ${durationOf(deadline)}`, 'deadline', graceOf(deadline))
  return setTimeout(() => abort(reason), Math.max(0, endsAt - Date.now() - reason.graceMs))
}

/** Why a rule has no result when the run ended early. */
export const endedBeforeTested = (ended: string): string => `${ended} before it could be tried`
export const endedBeforeAnyTest = (ended: string): string => `${ended} before anything was tried`

/** A case is inconclusive; the message says why. */
export class InconclusiveError extends Error {
  override readonly name: string = 'Untold'
}
