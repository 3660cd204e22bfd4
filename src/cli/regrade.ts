import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { problems, Options as RunOptions } from '../config/options.ts'
import { UsageError } from '../core/usage-error.ts'
import { readRecording } from '../engine/recording/read-recording.ts'
import type { Recording } from '../engine/recording/recording.ts'
import { regradedReport } from '../engine/recording/regrade.ts'
import { exitCode } from '../engine/verdict.ts'
import { prepareOut } from '../report/prepare-out.ts'
import { readReport } from '../report/read-report.ts'
import { type Args, type Command, EXITS, refuseMore } from './command.ts'
import { NO_VERDICT } from './errors.ts'
import { variantsChosen } from './load-settings.ts'
import { pick } from './run-options.ts'
import { withAgain, writeReports } from './write-reports.ts'

const OUT = 'conformance-regraded'

export const regrade: Command = {
  name: 'regrade',
  usage: 'REPORT-OR-RECORDING [OPTIONS]',
  argument: 'FILE',
  summary: 'judges a run recorded with --record all again, without sending requests',
  options: {
    ...pick('rule', 'strict', 'require-complete', 'reporter'),
    out: { value: 'DIR', help: `write the report to this directory (default: ${OUT})` },
  },
  notes: [
    'Takes a report.json with its recordings beside it, or one recording. It reads no settings and sends nothing. A rule of another version that needs requests which were not recorded is inconclusive, and says so. Rules on admin actions and on time can only be judged by the version that recorded them.',
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
  if (path === undefined)
    throw new UsageError('regrade: name a report or a recording, for example: regrade conformance-report')
  const options = RunOptions.safeParse({ out: OUT, ...args.values })
  if (!options.success) throw new UsageError(...problems(options, (name) => `--${name}`))
  const { rule: rules, strict, out, reporter: reporters, 'require-complete': complete } = options.data
  const found = await findRecordings(path)
  const recordings = found.map(({ recording }) => recording)
  const variants = recordings.map(({ header }) => header.variant)
  await variantsChosen(rules, variants)
  if (found.some((one) => resolve(one.path, '..') === resolve(out)))
    throw new UsageError(`--out: ${JSON.stringify(out)} contains the recording and its report; name another directory`)
  prepareOut(out)
  const regraded = await regradedReport(recordings, { rules, strict })
  const report = withAgain(regraded, { depth: regraded.run.depth, strict }, out)
  const written = await writeReports(report, { out, reporters, recordings: found.map((one) => one.path) })
  // The recorded run may have been interrupted, this one was not.
  const code = exitCode({ ...report, run: { ...report.run, interrupted: false } }, complete)
  return written.problems.length > 0 && code === 0 ? NO_VERDICT : code
}

interface Found {
  readonly path: string
  readonly recording: Recording
}

/** Reads the recordings of a report, or a single recording. Throws a UsageError. */
export async function findRecordings(path: string): Promise<Found[]> {
  if (isRecording(path)) return [await read(path, path)]
  const { run } = readReport(path)
  const names = run.recording ?? []
  if (names.length === 0) throw new UsageError(`${path}: its run was not recorded; \`run --record all\` does that`)
  const folder = statSync(path).isDirectory() ? path : dirname(path)
  const found: Found[] = []
  for (const name of names) found.push(await read(join(folder, basename(name)), path))
  const other = found.find(({ recording }) => recording.header.settings.seed !== run.seed)
  if (other) throw new UsageError(`${other.path}: belongs to another run than ${path}`)
  return found
}

async function read(path: string, named: string): Promise<Found> {
  const recording = await readRecording(path).catch((error: NodeJS.ErrnoException) => {
    const beside = path === named ? '' : ` (beside ${named})`
    const why = error.code === 'ENOENT' ? 'no such file' : `is no recording: ${error.message}`
    throw new UsageError(`${path}${beside}: ${why}`)
  })
  if (recording.header.keep !== 'all')
    throw new UsageError(`${path}: contains only the exchanges of failures; \`run --record all\` keeps all`)
  return { path, recording }
}

const HEADER = '{"header"'

/** By the first bytes: gzip, or the header in plain text. Unreadable files are left to the caller's error. */
function isRecording(path: string): boolean {
  const start = Buffer.alloc(HEADER.length)
  try {
    const fd = openSync(path, 'r')
    try {
      readSync(fd, start, 0, start.length, 0)
    } finally {
      closeSync(fd)
    }
  } catch {
    return false
  }
  return start.readUInt16BE() === 0x1f8b || start.toString() === HEADER
}
