import type { Report } from '../core/results.ts'

/** Map a report to the exit code of the command. */
export function exitCode({ run, targets }: Pick<Report, 'run' | 'targets'>, requireComplete: boolean): 0 | 1 | 3 | 130 {
  if (run.interrupted) return 130
  if (run.crash !== undefined) return 3
  if (targets.some(({ verdict }) => verdict === 'nonconformant')) return 1
  if (run.expect && run.expect.stale.length > 0) return 1
  if (requireComplete && !run.complete) return 1
  return targets.length > 0 && targets.every(({ verdict }) => verdict === 'conformant') ? 0 : 3
}
