import { type Json, writeJson } from '../core/json.ts'
import { UsageError } from '../core/usage-error.ts'
import { styleFor } from '../report/console/style.ts'
import { compare } from '../report/diff/compare.ts'
import { renderDiff, renderDiffMarkdown } from '../report/diff/render.ts'
import { readReport } from '../report/read-report.ts'
import type { Args } from './args.ts'
import type { Command } from './command.ts'
import { deliver, formatOf, formatOptions } from './formats.ts'
import { stdoutStyle } from './stdout-style.ts'

const FORMATS = ['console', 'markdown', 'json'] as const

export const diff: Command = {
  name: 'diff',
  usage: 'OLD NEW [OPTIONS]',
  argument: 'FILE',
  summary: 'compares two reports: new failures, fixed rules, rules no longer tested, changed observations',
  options: {
    ...formatOptions(FORMATS),
    'fail-on-drift': { help: 'also exit 1 when an observation changed' },
  },
  examples: [
    ['diff last/report.json conformance-report/report.json', 'what changed'],
    ['diff old.json new.json --format markdown', 'for a comment on a pull request'],
  ],
  exits: [
    [0, 'no regression'],
    [1, 'a rule newly fails or is no longer tested; with --fail-on-drift: an observation changed'],
    [2, 'a report cannot be used'],
  ],
  run: compareReports,
}

async function compareReports(args: Args): Promise<number> {
  const format = formatOf(args, FORMATS)
  const { positionals, values } = args
  if (positionals.length !== 2) throw new UsageError('diff takes two reports: diff OLD NEW')
  const [before, after] = positionals.map(readReport)
  const changes = compare(before!, after!)
  const style = values.out === undefined ? stdoutStyle() : styleFor(false)
  const render = {
    console: () => renderDiff(changes, style),
    markdown: () => renderDiffMarkdown(changes),
    json: () => `${writeJson(changes as unknown as Json)}\n`,
  }
  deliver(render[format as keyof typeof render](), args)
  const hasDrifted = changes.targets.some((target) => target.drifted.length > 0)
  return changes.regressed || (values['fail-on-drift'] === true && hasDrifted) ? 1 : 0
}
