import type { Redactor } from '../../http/redact.ts'
import { withoutKeys } from '../../http/redact.ts'

const MOST = 300

/** What an error of a control module says, in one line: it may repeat a key that nobody has told us of yet. */
export function messageOf(error: unknown, redactor: Redactor): string {
  return withoutKeys(redactor.redact(textOf(error).split('\n', 1)[0]!)).slice(0, MOST) || 'an error without a message'
}

/** Any error with this name counts, whichever copy of the package its class comes from. */
export const saysRefused = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  attempted(() => (error as { name?: unknown }).name) === 'ControlRefused'

/** Anything can be thrown, also what cannot be made a text. */
export const textOf = (error: unknown): string =>
  attempted(() => String(error instanceof Error ? error.message : error)) ?? ''

function attempted<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
