import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError } from '../usage-error.ts'

/** Makes the directory, and sees that files can be written there. Throws a UsageError when they cannot. */
export function prepareOut(dir: string, setting = '--out'): void {
  const probe = join(dir, `.probe-${process.pid}`)
  try {
    makeDirectories(dir)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    throw new UsageError(
      `${setting}: ${JSON.stringify(dir)} cannot be written to (${(error as NodeJS.ErrnoException).code})`,
    )
  }
}

/** Level by level: in /proc, Node's own recursive mkdir never ends. */
function makeDirectories(dir: string): void {
  if (existsSync(dir)) return
  makeDirectories(dirname(dir))
  mkdirSync(dir)
}
