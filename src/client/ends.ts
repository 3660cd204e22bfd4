/** All requests that the run may send have been sent. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent'
}

/** What ended a run before it was through. */
export type EndedBy = 'interruption' | 'deadline' | 'unreachable'

/** The run ended before the request was sent. The message is half a sentence: `the run was interrupted`. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
  readonly by: EndedBy

  constructor(message: string, by: EndedBy = 'interruption') {
    super(message)
    this.by = by
  }
}

/** Why a signal was given. */
export const stoppedBy = ({ reason }: AbortSignal): Stopped =>
  reason instanceof Stopped ? reason : new Stopped('the run was stopped')
