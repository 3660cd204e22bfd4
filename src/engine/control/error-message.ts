import { stripVTControlCharacters } from 'node:util'
import type { Redactor } from '../../http/redact.ts'
import { withoutKeys } from '../../http/redact.ts'

const MAX_CHARACTERS = 300

/** The first line of a control module's error, without terminal codes, and with known keys and anything shaped like a key redacted. */
export function messageOf(error: unknown, redactor: Redactor): string {
  // Terminal codes within a key would hide its shape.
  const line = stripVTControlCharacters(textOf(error).split('\n', 1)[0]!)
  return withoutKeys(redactor.redact(line)).slice(0, MAX_CHARACTERS) || 'an error without a message'
}

/** Whether an error is a refusal. Compares the name, because the class may come from another copy of the package. */
export const saysRefused = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  attempted(() => (error as { name?: unknown }).name) === 'ControlRefused'

/** The message of any thrown value, even one that throws when converted to a string. */
export const textOf = (error: unknown): string =>
  attempted(() => String(error instanceof Error ? error.message : error)) ?? ''

function attempted<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
