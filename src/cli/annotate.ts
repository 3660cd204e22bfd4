import { appendFileSync } from 'node:fs'
import type { Report } from '../core/results.ts'
import { renderAnnotations } from '../report/github.ts'
import { renderMarkdown, STEP_SUMMARY } from '../report/markdown/markdown.ts'
import { complain, messageOf } from './errors.ts'

/** `--reporter github`: annotations on standard output, and the summary of the step where there is one to append to. */
export function annotate(report: Report, { GITHUB_STEP_SUMMARY: summary } = process.env): void {
  process.stdout.write(renderAnnotations(report))
  if (!summary) return
  try {
    appendFileSync(summary, renderMarkdown(report, STEP_SUMMARY))
  } catch (error) {
    complain(`GITHUB_STEP_SUMMARY: cannot be written: ${messageOf(error)}`)
  }
}
