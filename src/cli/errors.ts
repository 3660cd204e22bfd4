import { inert } from '../core/inert.ts'
import { UsageError } from '../core/usage-error.ts'
import { withoutKeys } from '../http/redact.ts'

/** Exit codes that do not depend on verdicts. */
const UNUSABLE = 2
export const NO_VERDICT = 3

/** Prints an error, one line per problem, and returns the exit code. */
export function reportError(error: unknown): number {
  if (error instanceof UsageError) {
    for (const line of error.lines) complain(line)
    return UNUSABLE
  }
  complain(`the suite itself failed: ${messageOf(error)}${whereHint()}`)
  debug(error)
  return NO_VERDICT
}

/** Prints one line on standard error. */
export function complain(line: string): void {
  process.stderr.write(`tenant-conformance: ${printable(line).replaceAll('\n', ' ')}\n`)
}

/** Prints the stack of an error if DEBUG is set. */
export function debug(error: unknown): void {
  if (process.env.DEBUG && error instanceof Error) process.stderr.write(`${printable(error.stack ?? '')}\n`)
}

export const whereHint = (): string => (process.env.DEBUG ? '' : ' (DEBUG=1 shows where)')

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** User input and errors may contain a key in the wrong place. */
const printable = (text: string): string => inert(withoutKeys(text))
