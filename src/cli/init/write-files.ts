import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError } from '../../core/usage-error.ts'

export interface NewFile {
  readonly path: string
  readonly text: string
  readonly mode: number
  /** The option that requested it; none for `.env`. */
  readonly option?: string
  /** What to do with it. */
  readonly next: string
}

/** Writes all files or none. Never overwrites a file. */
export function writeFiles(files: readonly NewFile[]): void {
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

/** Adds a file to `.gitignore` inside a checkout. Returns whether that was necessary. */
export function addToGitignore(file: string, cwd: string): boolean {
  const path = join(cwd, '.gitignore')
  const text = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  if (text === undefined && !isCheckout(cwd)) return false
  if (isIgnored(file, cwd, text ?? '')) return false
  appendFileSync(path, `${text && !text.endsWith('\n') ? '\n' : ''}${file}\n`)
  return true
}

const isCheckout = (folder: string): boolean =>
  existsSync(join(folder, '.git')) || (dirname(folder) !== folder && isCheckout(dirname(folder)))

/** Asks git, which knows patterns and other ignore files; without git, or outside a checkout, looks for the line. */
function isIgnored(file: string, cwd: string, text: string): boolean {
  const { status } = spawnSync('git', ['check-ignore', '--quiet', file], { cwd, stdio: 'ignore' })
  if (status === 0 || status === 1) return status === 0
  return text.split(/\r?\n/).some((line) => line.trim() === file || line.trim() === `/${file}`)
}
