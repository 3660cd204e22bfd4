import { stringify } from 'yaml'
import type { Report } from '../core/results.ts'

const HEAD = `# Failures that are accepted for now, for --expect. Each entry needs a reason.
# until: 2027-01-31 makes it an error from the day after; contains: TEXT accepts no other failure of the same rule.
`

/** An `--expect` file of all that failed, with reasons that are to be filled in. */
export function renderExpectations({ targets }: Pick<Report, 'targets'>): string {
  const broken = targets.flatMap(({ rules }) => rules.filter(({ failure }) => failure !== undefined))
  if (broken.length === 0) return `${HEAD}# Nothing failed.\n`
  const entries = broken.map(({ id, title, failure, status, reason }) => {
    const said = `  # ${oneLine(title)}\n  # ${oneLine(failure!.summary)}`
    return `${stringify([{ rule: id, reason: status === 'expected' ? reason : '' }]).trimEnd()}\n${said}\n`
  })
  return HEAD + entries.join('')
}

const MOST = 200

/** Within a comment: what a deployment said must not end it. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, MOST)
