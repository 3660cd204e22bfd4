/** What ends a run before every rule is decided. */
export type EndedBy = 'interruption' | 'deadline' | 'budget' | 'unreachable' | 'fail-fast'

/** Thrown when the run ends before a request is sent. The message is a clause: `the run was interrupted`. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
  readonly by: EndedBy
  /** Milliseconds left to repeat baseline requests. */
  readonly graceMs: number
  /** The last requests before an unreachable deployment stopped responding. */
  readonly lately: string | undefined

  constructor(message: string, by: EndedBy = 'interruption', graceMs = 0, lately?: string) {
    super(message)
    this.by = by
    this.graceMs = graceMs
    this.lately = lately
  }
}

/** The `Stopped` that a signal was aborted with. */
export const stoppedBy = ({ reason }: AbortSignal): Stopped =>
  reason instanceof Stopped ? reason : new Stopped('the run was stopped')
