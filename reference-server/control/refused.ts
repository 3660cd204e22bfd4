/** A move that the console does not make; whoever drives it knows it by its name. */
export class ControlRefused extends Error {
  override readonly name = 'ControlRefused'
}

export function refuse(why: string): never {
  throw new ControlRefused(why)
}
