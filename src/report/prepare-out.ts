import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError } from '../core/usage-error.ts'

/** Creates the folder, checks that it is writable, and removes temporary files of killed runs. Throws a UsageError. */
export function prepareOut(dir: string, setting = '--out'): void {
  const probe = join(dir, `.probe-${process.pid}`)
  try {
    makeDirectories(dir)
    writeFileSync(probe, '')
    rmSync(probe)
    removeTemporary(dir, isGone)
  } catch (error) {
    throw new UsageError(
      `${setting}: ${JSON.stringify(dir)} cannot be written to (${(error as NodeJS.ErrnoException).code})`,
    )
  }
}

/** Level by level, since Node's recursive mkdir does not return in /proc. */
function makeDirectories(dir: string): void {
  if (existsSync(dir)) return
  makeDirectories(dirname(dir))
  try {
    mkdirSync(dir)
  } catch (error) {
    // Another run was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

const OURS =
  /^(?:report\.\w+|junit\.xml|ctrf-report\.json|conformance\.prom|exchanges\.har|recording-[ab]\.ndjson\.gz)\.(\d+)\.tmp$/

/** Removes unfinished files from the folder, by default those of this process. */
export function removeTemporary(dir: string, isOwner: (pid: number) => boolean = (pid) => pid === process.pid): void {
  if (!existsSync(dir)) return
  for (const name of readdirSync(dir)) {
    const pid = OURS.exec(name)?.[1]
    if (pid !== undefined && isOwner(Number(pid))) rmSync(join(dir, name), { force: true })
  }
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
