/** All requests that the run may send have been sent. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent'
}

/** The run ended before the request was sent. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}
