import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Keeps a file with keys out of version control. Whether there was something to do: not outside of one, and never twice. */
export function ignore(file: string, cwd: string): boolean {
  const path = join(cwd, '.gitignore')
  const text = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  if (text === undefined && !isCheckout(cwd)) return false
  if (isIgnored(file, cwd, text ?? '')) return false
  appendFileSync(path, `${text && !text.endsWith('\n') ? '\n' : ''}${file}\n`)
  return true
}

const isCheckout = (folder: string): boolean =>
  existsSync(join(folder, '.git')) || (dirname(folder) !== folder && isCheckout(dirname(folder)))

/** git knows best, with patterns of its own and files above; without it, or outside of a checkout, the line itself. */
function isIgnored(file: string, cwd: string, text: string): boolean {
  const { status } = spawnSync('git', ['check-ignore', '--quiet', file], { cwd, stdio: 'ignore' })
  if (status === 0 || status === 1) return status === 0
  return text.split(/\r?\n/).some((line) => line.trim() === file || line.trim() === `/${file}`)
}
