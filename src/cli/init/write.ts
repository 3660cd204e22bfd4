import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { UsageError } from '../../core/usage-error.ts'

export interface NewFile {
  readonly path: string
  readonly text: string
  readonly mode: number
  /** The option that asked for it; of `.env` none. */
  readonly option?: string
  /** What to do with it. */
  readonly next: string
}

/** Writes all of them, or none. What is there already is never written over. */
export function create(files: readonly NewFile[]): void {
  for (const file of files) if (existsSync(file.path)) throw refused(file, 'exists, and is not overwritten')
  const written: string[] = []
  for (const file of files) {
    try {
      mkdirSync(dirname(file.path), { recursive: true })
      writeFileSync(file.path, file.text, { flag: 'wx', mode: file.mode })
      written.push(file.path)
    } catch (error) {
      for (const path of written) rmSync(path)
      throw refused(file, `cannot be written (${(error as NodeJS.ErrnoException).code})`)
    }
  }
}

const refused = ({ path, option }: NewFile, why: string): UsageError =>
  new UsageError(option === undefined ? `${path}: ${why}` : `${option}: ${path} ${why}`)
