import { stringify } from 'yaml'
import type { Report, RuleResult } from '../core/results.ts'
import { oneLine } from './failure-text.ts'
import { sanitizeReport } from './sanitize-report.ts'

const HEAD = `# Failures that are accepted for now, for --expect. Each entry needs a reason.
# until: 2027-01-31 makes it an error from the day after; contains: TEXT accepts no other failure of the same rule.
`

/** Characters of a title or a summary. */
const MOST = 200

/** An `--expect` file for all failures. Reasons that were given stay; the others are empty, to fill in. */
export function renderExpectations({ targets }: Pick<Report, 'targets'>): string {
  const failed = targets.flatMap(({ rules }) => rules.filter(({ failure }) => failure !== undefined))
  return HEAD + (failed.map(entry).join('') || '# Nothing failed.\n')
}

function entry(rule: RuleResult): string {
  const { id, status, reason } = rule
  const { title, failure } = sanitizeReport(rule)
  const comment = [title, failure!.summary].map((text) => `  # ${oneLine(text).slice(0, MOST)}\n`).join('')
  return `${stringify([{ rule: id, reason: status === 'expected' ? reason : '' }]).trimEnd()}\n${comment}`
}
