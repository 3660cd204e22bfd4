import { existsSync } from 'node:fs'
import { type Json, writeJson } from '../core/json.ts'
import { UsageError } from '../core/usage-error.ts'
import { styleFor } from '../report/console/style.ts'
import { readReport } from '../report/read-report.ts'
import { renderSummary } from '../report/summary/render-console.ts'
import { namesFor, numbered } from '../report/summary/report-names.ts'
import { type Named, type Summary, summarise } from '../report/summary/summarise.ts'
import type { Command } from './command.ts'
import { deliver, type Format, formatOf, formatOptions } from './formats.ts'
import { stdoutStyle } from './stdout-style.ts'

const FORMATS = ['console', 'markdown', 'json', 'html'] as const

export const summary: Command = {
  name: 'summary',
  usage: '[NAME=]REPORT... [OPTIONS]',
  argument: 'FILE',
  summary: 'makes one matrix of many reports, from several deployments or releases, differences first',
  options: formatOptions(FORMATS),
  notes: [
    'A REPORT is a report.json or its directory. Without a NAME it is named by the part of its path that differs from the others. `diff` says what improved or regressed between two.',
  ],
  examples: [
    ['summary reports/*', 'what differs between deployments, or between releases of one'],
    ['summary eu=reports/eu us=reports/us --out fleet.html', 'as an HTML page'],
  ],
  exits: [
    [0, 'the summary is written'],
    [2, 'a report cannot be used'],
  ],
  run: async (args) => {
    const format = formatOf(args, FORMATS)
    if (args.positionals.length === 0) throw new UsageError('summary takes reports: summary [NAME=]REPORT...')
    deliver(await rendered(summarise(reportsFrom(args.positionals)), format, args.values.out === undefined), args)
    return 0
  },
}

/** Reads `NAME=REPORT` arguments. An argument that is the name of a file has no NAME. */
function reportsFrom(args: readonly string[]): Named[] {
  const parsed = args.map((argument) => {
    const [, name, path = argument] = existsSync(argument) ? [] : (/^([^=]+)=(.+)$/s.exec(argument) ?? [])
    return { name, path }
  })
  const byPath = namesFor(parsed.map(({ path }) => path))
  const names = numbered(parsed.map(({ name }, i) => name ?? byPath[i]!))
  return parsed.map(({ path }, i) => ({ name: names[i]!, report: readReport(path) }))
}

async function rendered(summary: Summary, format: Format, onScreen: boolean): Promise<string> {
  if (format === 'json') return `${writeJson(summary as unknown as Json)}\n`
  if (format === 'markdown')
    return (await import('../report/summary/render-markdown.ts')).renderSummaryMarkdown(summary)
  if (format === 'html') return (await import('../report/summary/render-html.ts')).renderSummaryHtml(summary)
  return renderSummary(summary, onScreen ? stdoutStyle() : styleFor(false))
}
