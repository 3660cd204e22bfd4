import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DEFAULT_OUT, USUAL_REPORTERS } from '../config/options.ts'
import { count } from '../core/count.ts'
import { UsageError } from '../core/usage-error.ts'
import { mergeShards } from '../engine/merge-shards.ts'
import { exitCode } from '../engine/verdict.ts'
import { prepareOut } from '../report/prepare-out.ts'
import { historyOf } from '../report/summary/history.ts'
import { renderSummary, renderSummaryMarkdown } from '../report/summary/render-console.ts'
import { type Named, namesFor, numbered, summarise } from '../report/summary/summarise.ts'
import type { Args, Command } from './command.ts'
import { NO_VERDICT } from './errors.ts'
import { deliver, formatOptions, jsonText } from './output-format.ts'
import { readKnownReport } from './read-known-report.ts'
import { withAgain, writeReports } from './write-reports.ts'

export const summary: Command = {
  name: 'summary',
  usage: '[NAME=]REPORT... [OPTIONS]',
  argument: 'FILE',
  summary: 'makes one matrix of many reports, from several deployments or releases, differences first',
  options: {
    ...formatOptions('console', 'markdown', 'json', 'html'),
    history: { value: 'DIR', help: 'show what changed over the reports that are kept in this directory' },
    merge: { help: 'join the reports of all shards of a run to one report, in the directory that --out names' },
  },
  notes: [
    'A REPORT is a report.json or its directory. Without a NAME it is named by the part of its path that differs from the others. `diff` says what improved or regressed between two.',
  ],
  examples: [
    ['summary reports/*', 'what differs between deployments, or between releases of one'],
    ['summary --merge shards/* --out conformance-report', 'one report, with the verdict and exit code of the whole'],
    ['summary --history reports --out trend.html', 'what changed over time'],
    ['summary eu=reports/eu us=reports/us --out fleet.html', 'as an HTML page'],
  ],
  exits: [
    [0, 'the summary is written; with --merge: as `run`, also 1 and 3'],
    [2, 'a report cannot be used, or a shard is missing'],
  ],
  run: async (args) => {
    if (args.values.history !== undefined) return showHistory(String(args.values.history), args)
    if (args.values.merge) return mergeReports(args)
    if (args.positionals.length === 0)
      throw new UsageError('summary takes reports, for example: summary eu=reports/eu us=reports/us')
    const reports = reportsFrom(args.positionals)
    const result = summarise(reports)
    await deliver(args, `a matrix of ${count(reports.length, 'report')}`, {
      console: (style) => renderSummary(result, style),
      markdown: () => renderSummaryMarkdown(result),
      json: () => jsonText(result),
      html: async () => (await import('../report/summary/render-html.ts')).renderSummaryHtml(result),
    })
    return 0
  },
}

/** Renders the history of a directory with a `report.json` per run, at any depth, or other `.json` files. */
async function showHistory(dir: string, args: Args): Promise<number> {
  if (args.positionals.length > 0) throw new UsageError('--history: takes a directory, and no reports beside it')
  const history = historyOf(reportFiles(dir).map(readKnownReport))
  const { renderHistory, renderHistoryHtml } = await import('../report/summary/render-history.ts')
  await deliver(args, `the history of ${JSON.stringify(dir)}`, {
    console: () => renderHistory(history),
    json: () => jsonText(history),
    html: () => renderHistoryHtml(history),
  })
  return 0
}

/** Without those that an `again` command wrote within. */
function reportFiles(dir: string): string[] {
  const shown = JSON.stringify(dir)
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`--history: there is no directory ${shown}`)
  const names = readdirSync(dir, { recursive: true }).map(String)
  const reports = names.filter((name) => basename(name) === 'report.json' && !/(^|\/)again\//.test(name))
  const found = reports.length > 0 ? reports : names.filter((name) => name.endsWith('.json'))
  if (found.length === 0)
    throw new UsageError(`--history: ${shown} has no reports; keep the report.json of each run there`)
  return found.map((name) => join(dir, name))
}

/** Writes what one run would have written. Its exit code is that of the whole. */
async function mergeReports({ positionals, values }: Args): Promise<number> {
  if (values.format !== undefined) throw new UsageError('--merge: writes a report, so it takes no --format')
  const out = String(values.out ?? DEFAULT_OUT)
  const merged = await mergeShards(positionals.map(readKnownReport))
  prepareOut(out)
  const report = withAgain(merged, { depth: merged.run.depth, strict: merged.run.strict }, out)
  const written = await writeReports(report, { out, reporters: USUAL_REPORTERS, recordings: [] })
  const code = exitCode(report, false)
  return written.problems.length > 0 && code === 0 ? NO_VERDICT : code
}

/** Reads `NAME=REPORT` arguments. An argument that is the name of a file has no NAME. */
function reportsFrom(args: readonly string[]): Named[] {
  const parsed = args.map((argument) => {
    const [, name, path = argument] = existsSync(argument) ? [] : (/^([^=]+)=(.+)$/s.exec(argument) ?? [])
    return { name, path }
  })
  const byPath = namesFor(parsed.map(({ path }) => path))
  const names = numbered(parsed.map(({ name }, i) => name ?? byPath[i]!))
  return parsed.map(({ path }, i) => ({ name: names[i]!, report: readKnownReport(path) }))
}
