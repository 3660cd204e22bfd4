import { UsageError } from '../core/usage-error.ts'
import { compare } from '../report/diff/compare.ts'
import { renderDiff, renderDiffMarkdown } from '../report/diff/render.ts'
import type { Args, Command } from './command.ts'
import { deliver, formatOptions, jsonText } from './output-format.ts'
import { readKnownReport } from './read-known-report.ts'

export const diff: Command = {
  name: 'diff',
  usage: 'OLD NEW [OPTIONS]',
  argument: 'FILE',
  summary: 'compares two reports: new failures, fixed rules, rules no longer tested, changed observations',
  options: {
    ...formatOptions('console', 'markdown', 'json'),
    'fail-on-drift': { help: 'also exit 1 when an observation changed' },
  },
  examples: [
    ['diff last conformance-report', 'what changed, by the folders of two runs'],
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
  const { positionals, values } = args
  if (positionals.length !== 2)
    throw new UsageError('diff takes two reports, the older one first, for example: diff last conformance-report')
  const [before, after] = positionals.map(readKnownReport)
  const changes = compare(before!, after!)
  await deliver(args, 'the comparison', {
    console: (style) => renderDiff(changes, style),
    markdown: () => renderDiffMarkdown(changes),
    json: () => jsonText(changes),
  })
  const hasDrifted = changes.targets.some((target) => target.drifted.length > 0)
  return changes.regressed || (values['fail-on-drift'] === true && hasDrifted) ? 1 : 0
}
