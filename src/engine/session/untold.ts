/** A case is inconclusive; the message says why. */
export class Untold extends Error {
  override readonly name: string = 'Untold'
}
