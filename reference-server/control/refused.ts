/** An action that the console refuses; callers identify the error by its name. */
export class ControlRefused extends Error {
  override readonly name = 'ControlRefused'
}

export function refuse(why: string): never {
  throw new ControlRefused(why)
}
