/** A case is inconclusive; the message says why. */
export class InconclusiveError extends Error {
  override readonly name: string = 'Untold'
}
