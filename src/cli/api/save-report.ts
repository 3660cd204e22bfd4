import type { Report } from '../../core/results.ts'
import type { Settings } from '../../core/settings.ts'
import { withAgain } from '../again.ts'
import { writeReports } from '../write-reports.ts'

/** Writes `report.json` and the files of the reporters, and prints nothing but problems. */
export async function saveReport(report: Report, { out, reporters, depth }: Settings): Promise<void> {
  const files = reporters.filter((name) => name !== 'console' && name !== 'github')
  // The user gives the base URL again: to `certify`, or by the settings.
  const options = { out, reporters: files, recordings: [] }
  await writeReports(withAgain(report, { 'base-url': '', depth }, out), options)
}
