import type { Report } from '../../core/results.ts'
import type { Settings } from '../../core/settings.ts'
import { writeFiles } from '../../report/write-files.ts'
import { withAgain } from '../again.ts'
import { complain } from '../errors.ts'
import { saveHtml } from '../save-html.ts'

/** Writes `report.json` and the files of the reporters. What cannot be written is said on standard error. */
export async function writeReports(found: Report, { out, reporters, depth }: Settings): Promise<void> {
  // The base URL is that of the target.
  const report = withAgain(found, { 'base-url': '', depth }, out)
  const { problems } = writeFiles(report, out, reporters)
  const page = reporters.includes('html') ? await saveHtml(report, out) : undefined
  for (const problem of [...problems, ...(page?.problems ?? [])]) complain(problem)
}
