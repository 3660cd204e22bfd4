import { readFileSync } from 'node:fs'
import { UsageError } from './usage-error.ts'

interface Context {
  /** Prefix of the error that names the option. */
  readonly before?: string
  /** Suffix of the error that says what to do. */
  readonly hint?: string
}

/** Completes a sentence about a file: `is not there`, `cannot be read (EACCES)`. */
export function whyUnreadable(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' ? 'is not there' : `cannot be read (${code})`
}

/** Reads a text file that the user named. Throws a UsageError of one line. */
export const readTextFile = (path: string, context?: Context, encoding?: BufferEncoding): string =>
  readBytes(path, context).toString(encoding)

/** Reads a file that the user named. Throws a UsageError of one line. */
export function readBytes(path: string, { before = '', hint = '' }: Context = {}): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new UsageError(`${before}${JSON.stringify(path)} ${whyUnreadable(error)}${hint}`)
  }
}
