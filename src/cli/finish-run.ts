import { copyFileSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { RunFlags } from '../config/options.ts'
import { count } from '../core/count.ts'
import type { Report } from '../core/results.ts'
import type { Settings } from '../core/settings.ts'
import { writeAtomically } from '../core/write-atomically.ts'
import type { Outcome } from '../engine/run.ts'
import { concluded, exitCode } from '../engine/verdict.ts'
import type { Issuing } from '../report/certificate/issue.ts'
import { styleFor, verdictLine } from '../report/console.ts'
import { compare } from '../report/diff/compare.ts'
import { renderDiff } from '../report/diff/render.ts'
import { renderJson } from '../report/write-files.ts'
import { complain, debug, messageOf, NO_VERDICT, whereHint } from './errors.ts'
import { stdoutStyle } from './output-format.ts'
import { printable, recordingsOf, withAgain, writeReports } from './write-reports.ts'

interface Options {
  /** An earlier report to compare with. */
  readonly baseline?: Report
  readonly certificate?: Issuing
}

/** Concludes a run: reports, certificate, comparison. Resolves to the exit code. */
export async function finishRun(
  outcome: Outcome,
  settings: Settings,
  flags: RunFlags,
  { baseline, certificate }: Options = {},
): Promise<number> {
  const report = withAgain(outcome.report, flags, settings.out)
  let code = await publish({ ...outcome, report }, settings, flags)
  if (certificate && !(await issue(certificate, report, settings)) && code === 0) code = 1
  if (!baseline) return code
  const changes = compare(baseline, report)
  if (settings.reporters.includes('console'))
    process.stdout.write(printable(`\nsince the baseline: ${renderDiff(changes, stdoutStyle())}`, settings.reporters))
  // Rules that the user excluded are no regression.
  const isPart = settings.shard !== undefined || settings.maxRequests !== undefined
  const isWorse = isPart ? changes.targets.some(({ broken }) => broken.length > 0) : changes.regressed
  return code === 0 && isWorse ? 1 : code
}

async function publish({ report, crash, unrecorded }: Outcome, settings: Settings, flags: RunFlags): Promise<number> {
  const { out, reporters } = settings
  const recordings = recordingsOf(report, settings)
  for (const why of unrecorded) complain(`the recording is incomplete: ${why}`)
  keepEarlier(out)
  const { problems, isSaved } = await writeReports(report, { out, reporters, flags, recordings: recordings.paths })
  recordings.removeTemporary()
  // Without report.json and console, at least the verdicts are printed.
  if (!isSaved && !reporters.includes('console'))
    for (const target of report.targets) complain(verdictLine(target, report.run, styleFor(false)))
  if (crash) {
    complain(`the suite itself failed, so there is no verdict: ${crash.message}${whereHint()}`)
    debug(crash)
  }
  if (flags['write-expect'] !== undefined) await writeExpectations(flags['write-expect'], report)
  const code = exitCode(report, settings.requireComplete)
  if (code === 1 && exitCode(report, false) !== 1) complain(incompleteText(report))
  return problems.length + unrecorded.length > 0 && code === 0 ? NO_VERDICT : code
}

const EARLIER = 'report.previous.json'

/** Copies the report that this run is about to write over. */
function keepEarlier(out: string): void {
  const path = join(out, 'report.json')
  if (!existsSync(path)) return
  try {
    copyFileSync(path, join(out, EARLIER))
    complain(`the report of ${statSync(path).mtime.toISOString()} is kept as ${join(out, EARLIER)}`)
  } catch (error) {
    complain(`the earlier report cannot be kept: ${messageOf(error)}`)
  }
}

function incompleteText({ targets }: Report): string {
  const of = targets.reduce((sum, { rules }) => sum + rules.length, 0)
  const open = targets.reduce((sum, { counts }) => sum - concluded(counts), of)
  return `--require-complete: exit code 1, because ${open} of ${count(of, 'rule')} were not decided`
}

/** Returns whether a certificate was written; prints why not. */
async function issue(certificate: Issuing, report: Report, settings: Settings): Promise<boolean> {
  try {
    const why = await certificate.issue(report, renderJson(report), settings)
    if (why !== undefined) complain(`no certificate was written: ${why}`)
    return why === undefined
  } catch (error) {
    complain(`the certificate cannot be written: ${messageOf(error)}`)
    return false
  }
}

async function writeExpectations(path: string, report: Report): Promise<void> {
  try {
    // Loads the YAML library, which few runs need.
    const { renderExpectations } = await import('../report/render-expectations.ts')
    if (existsSync(path)) throw new Error('the file was created during the run')
    writeAtomically(path, renderExpectations(report))
  } catch (error) {
    complain(`--write-expect: ${JSON.stringify(path)} cannot be written: ${messageOf(error)}`)
  }
}
