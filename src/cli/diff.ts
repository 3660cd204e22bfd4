import { type Json, writeJson } from '../core/json.ts'
import { UsageError } from '../core/usage-error.ts'
import { styleFor } from '../report/console/style.ts'
import { compare, type Diff } from '../report/diff/compare.ts'
import { renderDiff, renderDiffMarkdown } from '../report/diff/render.ts'
import { readReport } from '../report/read-report.ts'
import type { Args } from './args.ts'
import type { Command } from './command.ts'
import { deliver, type Format, formatOf, formatOptions } from './formats.ts'
import { ownStyle } from './own-style.ts'

const FORMATS = ['console', 'markdown', 'json'] as const

export const diff: Command = {
  name: 'diff',
  usage: 'OLD NEW [OPTIONS]',
  argument: 'FILE',
  summary:
    'compares two reports: rules newly violated, newly passed, no longer tested, and observed behaviour that changed',
  options: {
    ...formatOptions(FORMATS),
    'fail-on-drift': { help: 'exit 1 for observed behaviour that changed, too' },
  },
  examples: [
    ['diff last/report.json conformance-report/report.json', 'what changed'],
    ['diff old.json new.json --format markdown', 'for a comment on a pull request'],
  ],
  exits: [
    [0, 'no regression'],
    [1, 'a rule is newly violated or no longer tested; with --fail-on-drift: observed behaviour changed'],
    [2, 'a report cannot be used'],
  ],
  run: async (args) => {
    const format = formatOf(args, FORMATS)
    const [before, after] = pathsOf(args).map(readReport)
    const found = compare(before!, after!)
    deliver(rendered(found, format, args.values.out === undefined), args)
    const drifted = found.targets.some((target) => target.drifted.length > 0)
    return found.regressed || (args.values['fail-on-drift'] === true && drifted) ? 1 : 0
  },
}

function pathsOf({ positionals }: Args): readonly string[] {
  if (positionals.length !== 2) throw new UsageError('diff takes two reports: diff OLD NEW')
  return positionals
}

function rendered(found: Diff, format: Format, onScreen: boolean): string {
  if (format === 'json') return `${writeJson(found as unknown as Json)}\n`
  if (format === 'markdown') return renderDiffMarkdown(found)
  return renderDiff(found, onScreen ? ownStyle() : styleFor(false))
}
