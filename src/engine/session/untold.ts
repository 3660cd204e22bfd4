/** Nothing can be concluded from a case, and the message says why. */
export class Untold extends Error {
  override readonly name: string = 'Untold'
}
