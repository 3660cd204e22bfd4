/** What ends a run before every rule is decided. */
export type EndedBy = 'interruption' | 'deadline' | 'budget' | 'unreachable'

/** The run ended before the request was sent. The message is half a sentence: `the run was interrupted`. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
  readonly by: EndedBy
  /** Milliseconds in which baseline requests may still be repeated. */
  readonly graceMs: number

  constructor(message: string, by: EndedBy = 'interruption', graceMs = 0) {
    super(message)
    this.by = by
    this.graceMs = graceMs
  }
}

/** Why a signal was given. */
export const stoppedBy = ({ reason }: AbortSignal): Stopped =>
  reason instanceof Stopped ? reason : new Stopped('the run was stopped')
