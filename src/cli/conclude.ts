import { existsSync } from 'node:fs'
import type { RunFlags } from '../config/options.ts'
import type { Report } from '../core/results.ts'
import type { Settings } from '../core/settings.ts'
import { writeWhole } from '../core/write-atomically.ts'
import { exitCode } from '../engine/exit-code.ts'
import type { Outcome } from '../engine/run.ts'
import type { Issuing } from '../report/certificate/issue.ts'
import { renderConsole, verdictLine } from '../report/console/console.ts'
import { styleFor } from '../report/console/style.ts'
import { compare, type Diff } from '../report/diff/compare.ts'
import { renderDiff } from '../report/diff/render.ts'
import { withoutCommands } from '../report/github.ts'
import { renderJson } from '../report/json.ts'
import { writeFiles } from '../report/write-files.ts'
import { withAgain } from './again.ts'
import { annotate } from './annotate.ts'
import { complain, debug, messageOf, NO_VERDICT } from './errors.ts'
import { printOrSay } from './lost-output.ts'
import { ownStyle } from './own-style.ts'
import { saveHar } from './save-har.ts'
import { saveHtml } from './save-html.ts'

export interface Besides {
  /** An earlier report to compare with. */
  readonly baseline?: Report
  readonly certificate?: Issuing
}

/** Everything that comes after a run: reports, certificate, comparison, exit code. */
export async function conclude(
  found: Outcome,
  settings: Settings,
  flags: RunFlags,
  { baseline, certificate }: Besides = {},
): Promise<number> {
  const outcome = { ...found, report: withAgain(found.report, flags, settings.out) }
  const verdict = await report(outcome, settings, flags)
  const issued = certificate === undefined || (await issue(certificate, outcome.report, settings))
  // Whoever asked for a certificate counts on it.
  const code = verdict === 0 && !issued ? 1 : verdict
  return baseline ? sinceThen(compare(baseline, outcome.report), settings, code) : code
}

async function report({ report, crash, unrecorded }: Outcome, settings: Settings, flags: RunFlags): Promise<number> {
  const written = writeFiles(report, settings.out, settings.reporters)
  const har = await saveHar(report, settings)
  const page = settings.reporters.includes('html') ? await saveHtml(report, settings.out, flags) : undefined
  const lost = unrecorded.map((why) => `not all was recorded: ${why}`)
  const problems = [...written.problems, ...lost, ...har, ...(page?.problems ?? [])]
  for (const problem of problems) complain(problem)
  if (settings.reporters.includes('console')) {
    const path = page?.path ?? written.path ?? '(not written)'
    await printOrSay(printable(renderConsole(report, { style: ownStyle(), path }), settings), path)
  } else if (written.path === undefined) sayVerdicts(report)
  if (settings.reporters.includes('github')) annotate(report)
  if (crash) sayCrash(crash)
  if (flags['write-expect'] !== undefined) await writeExpectations(flags['write-expect'], report)
  const code = exitCode(report, settings.requireComplete)
  return problems.length > 0 && code === 0 ? NO_VERDICT : code
}

/** A report that deserves no certificate is as good as before; why there is none is said. */
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

/** Says what changed since the baseline. A regression fails a run that nothing else fails. */
function sinceThen(found: Diff, settings: Settings, code: number): number {
  if (settings.reporters.includes('console'))
    process.stdout.write(printable(`\nsince the baseline: ${renderDiff(found, ownStyle())}`, settings))
  return code === 0 && found.regressed ? 1 : code
}

/** On GitHub a line that a deployment had a hand in could be taken for a command. */
const printable = (text: string, { reporters }: Settings): string =>
  reporters.includes('github') ? withoutCommands(text, crypto.randomUUID()) : text

/** A report that cannot be written does not take away what standard error can still tell. */
function sayVerdicts({ run, targets }: Report): void {
  for (const target of targets) complain(verdictLine(target, run, styleFor(false)))
}

async function writeExpectations(path: string, report: Report): Promise<void> {
  try {
    // Loads the YAML library, which few runs need.
    const { renderExpectations } = await import('../report/expectations.ts')
    if (existsSync(path)) throw new Error('it has come to be there meanwhile')
    writeWhole(path, renderExpectations(report))
  } catch (error) {
    complain(`--write-expect: ${JSON.stringify(path)} cannot be written: ${messageOf(error)}`)
  }
}

function sayCrash(crash: Error): void {
  complain(
    `the suite itself failed, so there is no verdict: ${crash.message}${process.env.DEBUG ? '' : ' (DEBUG=1 shows where)'}`,
  )
  debug(crash)
}
