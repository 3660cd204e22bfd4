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
import { ownStyle } from './own-style.ts'

const FORMATS = ['console', 'markdown', 'json', 'html'] as const

export const summary: Command = {
  name: 'summary',
  usage: '[NAME=]REPORT... [OPTIONS]',
  argument: 'FILE',
  summary: 'makes one matrix of many reports, of deployments or of releases: what differs between them first',
  options: formatOptions(FORMATS),
  notes: [
    'A REPORT is a report.json or the folder that it is in; without a NAME it is called by what its path does not share with the others. `diff` tells what became better or worse between two.',
  ],
  examples: [
    ['summary reports/*', 'what differs between deployments, or between releases of one'],
    ['summary eu=reports/eu us=reports/us --out fleet.html', 'a page like report.html'],
  ],
  exits: [
    [0, 'the summary is written, whatever it says'],
    [2, 'a report cannot be used'],
  ],
  run: async (args) => {
    const format = formatOf(args, FORMATS)
    if (args.positionals.length === 0) throw new UsageError('summary takes reports: summary [NAME=]REPORT...')
    deliver(await rendered(summarise(reportsFrom(args.positionals)), format, args.values.out === undefined), args)
    return 0
  },
}

/** `eu=reports/eu` names a report, unless that is the name of a file. */
function reportsFrom(given: readonly string[]): Named[] {
  const read = given.map((argument) => {
    const [, name, path] = existsSync(argument) ? [] : (/^([^=]+)=(.+)$/s.exec(argument) ?? [])
    return { name, path: path ?? argument }
  })
  const own = namesFor(read.map(({ path }) => path))
  const names = numbered(read.map(({ name }, i) => name ?? own[i]!))
  return read.map(({ path }, i) => ({ name: names[i]!, report: readReport(path) }))
}

async function rendered(summary: Summary, format: Format, onScreen: boolean): Promise<string> {
  if (format === 'json') return `${writeJson(summary as unknown as Json)}\n`
  if (format === 'markdown')
    return (await import('../report/summary/render-markdown.ts')).renderSummaryMarkdown(summary)
  if (format === 'html') return (await import('../report/summary/render-html.ts')).renderSummaryHtml(summary)
  return renderSummary(summary, onScreen ? ownStyle() : styleFor(false))
}
