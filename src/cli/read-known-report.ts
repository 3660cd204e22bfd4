import { REVISION } from '../core/catalog.ts'
import type { Report } from '../core/results.ts'
import { readReport } from '../report/read-report.ts'
import { complain } from './errors.ts'

/** Reads a report to compare with. Warns if it knows rules that this installation does not. */
export function readKnownReport(path: string): Report {
  const report = readReport(path)
  const { catalogue = 1 } = report.run
  if (catalogue > REVISION)
    complain(
      `${JSON.stringify(path)} has revision ${catalogue} of the catalogue, this installation revision ${REVISION}: it does not know the newer rules; update it`,
    )
  return report
}
