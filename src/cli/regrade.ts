import { resolve } from 'node:path'
import { Options as RunOptions } from '../config/options.ts'
import { problems } from '../config/problems.ts'
import { UsageError } from '../core/usage-error.ts'
import { exitCode } from '../engine/exit-code.ts'
import { regradedReport } from '../engine/recording/regraded-report.ts'
import { renderConsole } from '../report/console/console.ts'
import { prepareOut } from '../report/output-folder.ts'
import { writeFiles } from '../report/write-files.ts'
import { withAgain } from './again.ts'
import { annotate } from './annotate.ts'
import { type Args, type Options, refuseMore } from './args.ts'
import { type Command, EXITS } from './command.ts'
import { complain, NO_VERDICT } from './errors.ts'
import { findRecordings } from './find-recordings.ts'
import { printOrSay } from './lost-output.ts'
import { ownStyle } from './own-style.ts'
import { RUN_OPTIONS } from './run-options.ts'
import { harOf } from './save-har.ts'
import { saveHtml } from './save-html.ts'
import { variantsChosen } from './variants-chosen.ts'

const OUT = 'conformance-regraded'

const OPTIONS: Options = {
  rule: RUN_OPTIONS.rule!,
  strict: RUN_OPTIONS.strict!,
  'require-complete': RUN_OPTIONS['require-complete']!,
  out: { value: 'DIR', help: `where the report is written (default: ${OUT})` },
  reporter: RUN_OPTIONS.reporter!,
}

export const regrade: Command = {
  name: 'regrade',
  usage: 'REPORT-OR-RECORDING [OPTIONS]',
  argument: 'FILE',
  summary: 'judges a run that was recorded with --record all again, without a request',
  options: OPTIONS,
  notes: [
    'Give the report.json, beside which the recordings stand, or one recording. No settings are read, and nothing is sent. A rule of another version that asks for what was not recorded is inconclusive, and says so. What rules see of the console and of time can only be judged by the version that recorded it.',
  ],
  examples: [
    ['regrade conformance-report', 'judges what `run --record all` kept'],
    ['regrade conformance-report --strict', 'with warnings as failures'],
  ],
  exits: EXITS,
  run: judgeAgain,
}

async function judgeAgain(args: Args): Promise<number> {
  refuseMore(args, 1)
  const [path] = args.positionals
  if (path === undefined) throw new UsageError('regrade: name a report.json or a recording')
  const choice = RunOptions.safeParse({ out: OUT, ...args.values })
  if (!choice.success) throw new UsageError(...problems(choice, (name) => `--${name}`))
  const { rule: rules, strict, out, reporter: reporters, 'require-complete': complete } = choice.data
  const found = await findRecordings(path)
  await variantsChosen(
    rules,
    found.map(({ recording }) => recording.header.variant),
  )
  if (found.some((one) => resolve(one.path, '..') === resolve(out)))
    throw new UsageError(`--out: ${JSON.stringify(out)} holds the recording and its report; name another directory`)
  prepareOut(out)
  const regraded = await regradedReport(
    found.map(({ recording }) => recording),
    { rules, strict },
  )
  const report = withAgain(regraded, { depth: regraded.run.depth, strict }, out)
  const written = writeFiles(report, out, reporters)
  const page = reporters.includes('html') ? await saveHtml(report, out) : undefined
  const tapes = found.map((one) => one.path)
  const har = reporters.includes('har') ? await harOf(report, out, tapes) : []
  const lost = [...written.problems, ...har, ...(page?.problems ?? [])]
  for (const problem of lost) complain(problem)
  if (reporters.includes('console')) {
    const path = page?.path ?? written.path ?? '(not written)'
    await printOrSay(renderConsole(report, { style: ownStyle(), path }), path)
  }
  if (reporters.includes('github')) annotate(report)
  // Nobody interrupted this.
  const code = exitCode({ ...report, run: { ...report.run, interrupted: false } }, complete)
  return lost.length > 0 && code === 0 ? NO_VERDICT : code
}
