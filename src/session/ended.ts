import { Stopped } from '../client/ends.ts'
import { durationOf } from '../duration.ts'

export const interrupted = (): Stopped => new Stopped('the run was interrupted')

export const deadlineOver = (ms: number): Stopped =>
  new Stopped(`the deadline of ${durationOf(ms)} was over`, 'deadline')

/** Of what ended a run early, why a rule has no result. */
export const untried = (ended: string): string => `${ended} before it could be tried`
export const nothingTried = (ended: string): string => `${ended} before anything was tried`
