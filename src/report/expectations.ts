import { stringify } from 'yaml'
import type { Report } from '../core/results.ts'

const HEAD = `# Failures that are accepted for now, for --expect. Each entry needs a reason.
# until: 2027-01-31 makes it an error from the day after; contains: TEXT accepts no other failure of the same rule.
`

/** An `--expect` file for all failures, with empty reasons to fill in. */
export function renderExpectations({ targets }: Pick<Report, 'targets'>): string {
  const failed = targets.flatMap(({ rules }) => rules.filter(({ failure }) => failure !== undefined))
  if (failed.length === 0) return `${HEAD}# Nothing failed.\n`
  const entries = failed.map(({ id, title, failure, status, reason }) => {
    const comment = `  # ${oneLine(title)}\n  # ${oneLine(failure!.summary)}`
    return `${stringify([{ rule: id, reason: status === 'expected' ? reason : '' }]).trimEnd()}\n${comment}\n`
  })
  return HEAD + entries.join('')
}

const MOST = 200

/** A line break would end the comment. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, MOST)
