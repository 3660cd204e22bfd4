import { inert } from '../core/inert.ts'
import { UsageError } from '../core/usage-error.ts'
import { withoutKeys } from '../http/redact.ts'

/** Exit codes of the contract that are not a matter of verdicts. */
export const UNUSABLE = 2
export const NO_VERDICT = 3

/** Says on standard error what went wrong, one line for each thing, and returns the exit code. Stacks only with DEBUG set. */
export function reportError(error: unknown): number {
  if (error instanceof UsageError) {
    for (const line of error.lines) complain(line)
    return UNUSABLE
  }
  complain(`the suite itself failed: ${messageOf(error)}${process.env.DEBUG ? '' : ' (DEBUG=1 shows where)'}`)
  debug(error)
  return NO_VERDICT
}

/** One line on standard error. */
export function complain(line: string): void {
  process.stderr.write(`tenant-conformance: ${printable(line).replaceAll('\n', ' ')}\n`)
}

/** The stack of an error, where DEBUG asks for it. */
export function debug(error: unknown): void {
  if (process.env.DEBUG && error instanceof Error) process.stderr.write(`${printable(error.stack ?? '')}\n`)
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** What people typed or an error holds may be a key in the wrong place. */
const printable = (text: string): string => inert(withoutKeys(text))
