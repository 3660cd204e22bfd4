import { durationOf } from '../../core/duration.ts'
import { Stopped } from '../../core/stopped.ts'

/** Milliseconds for repeating baseline requests: after an interruption, and at the end of a deadline. */
const GRACE_MS = 2000
const graceOf = (deadline: number): number => Math.min(GRACE_MS, deadline / 10)

export const interrupted = (): Stopped => new Stopped('the run was interrupted', 'interruption', GRACE_MS)

/** Aborts at the deadline, or earlier by its grace period: then all is sent when the deadline is over. */
export function atDeadline(deadline: number, endsAt: number, abort: (why: Stopped) => void): NodeJS.Timeout {
  const why = new Stopped(`the run reached its deadline of ${durationOf(deadline)}`, 'deadline', graceOf(deadline))
  return setTimeout(() => abort(why), Math.max(0, endsAt - Date.now() - why.graceMs))
}

/** Of what ended a run early, why a rule has no result. */
export const untried = (ended: string): string => `${ended} before it could be tried`
export const nothingTried = (ended: string): string => `${ended} before anything was tried`
