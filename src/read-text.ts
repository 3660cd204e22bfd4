import { readFileSync } from 'node:fs'
import { UsageError } from './usage-error.ts'

/** A file that the user named. Throws a UsageError of one line; `before` names the option, `hint` says what to do. */
export function readText(path: string, { before = '', hint = '' }: { before?: string; hint?: string } = {}): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(
      `${before}${JSON.stringify(path)} cannot be read (${(error as NodeJS.ErrnoException).code})${hint}`,
    )
  }
}
