import { readFileSync } from 'node:fs'
import { UsageError } from './usage-error.ts'

interface Context {
  /** Names the option. */
  readonly before?: string
  /** Says what to do. */
  readonly hint?: string
}

/** The text of a file that the user named. Throws a UsageError of one line. */
export const readText = (path: string, context?: Context): string => readBytes(path, context).toString()

/** The same as bytes. */
export function readBytes(path: string, { before = '', hint = '' }: Context = {}): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new UsageError(
      `${before}${JSON.stringify(path)} cannot be read (${(error as NodeJS.ErrnoException).code})${hint}`,
    )
  }
}
