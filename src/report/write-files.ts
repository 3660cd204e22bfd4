import { join } from 'node:path'
import { inertJson } from '../core/inert.ts'
import { type Json, writeJson } from '../core/json.ts'
import type { Report } from '../core/results.ts'
import { writeAtomically } from '../core/write-atomically.ts'
import { renderCtrf } from './ctrf.ts'
import { renderJunit } from './junit.ts'
import { renderMarkdown } from './markdown.ts'
import { renderOpenMetrics } from './openmetrics.ts'
import { renderSarif } from './sarif.ts'
import { renderTap } from './tap.ts'

export interface Written {
  /** Of `report.json`, if it was written. */
  readonly path?: string
  /** A line for each file that was not. */
  readonly problems: readonly string[]
}

/** Writes `report.json` and the files of the reporters. One that cannot be written does not stop the others. */
export function writeFiles(report: Report, dir: string, reporters: readonly string[]): Written {
  const problems: string[] = []
  const write = (name: string, render: (report: Report) => string): string | undefined => {
    const path = join(dir, name)
    try {
      writeAtomically(path, render(report))
      return path
    } catch (error) {
      problems.push(`${name} cannot be written: ${(error as Error).message}`)
      return undefined
    }
  }
  const path = write('report.json', renderJson)
  for (const [reporter, name, render] of FILES) if (reporters.includes(reporter)) write(name, render)
  return { ...(path !== undefined && { path }), problems }
}

/** The reporters that write a file besides `report.json`. */
const FILES: readonly (readonly [reporter: string, name: string, render: (report: Report) => string])[] = [
  ['junit', 'junit.xml', renderJunit],
  ['markdown', 'report.md', renderMarkdown],
  ['tap', 'report.tap', renderTap],
  ['ctrf', 'ctrf-report.json', renderCtrf],
  ['sarif', 'report.sarif', renderSarif],
  ['openmetrics', 'conformance.prom', renderOpenMetrics],
]

/** `report.json`. Numbers keep all their digits. */
export function renderJson(report: Report): string {
  return `${inertJson(writeJson(report as unknown as Json, 2))}\n`
}
