import type { Redactor } from '../client/redact.ts'

const MOST = 300

/** What an error of a control module says, in one line: it may repeat a key that nobody has told us of yet. */
export function messageOf(error: unknown, redactor: Redactor): string {
  const text = error instanceof Error ? error.message : String(error)
  const line = text.split('\n', 1)[0]!.replace(/[0-9a-f]{20,}/gi, '****')
  return redactor.redact(line).slice(0, MOST) || 'an error without a message'
}

/** Any error with this name counts, whichever copy of the package its class comes from. */
export const saysRefused = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (error as { name?: unknown }).name === 'ControlRefused'
