import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError } from '../usage-error.ts'
import { writeWhole } from '../whole-file.ts'
import { renderCtrf } from './ctrf.ts'
import { renderJson } from './json.ts'
import { renderJunit } from './junit.ts'
import { renderMarkdown } from './markdown.ts'
import type { Report } from './results.ts'
import { renderTap } from './tap.ts'

/** Makes the directory, and sees that files can be written there. Throws a UsageError when they cannot. */
export function prepareOut(dir: string, setting = '--out'): void {
  const probe = join(dir, `.probe-${process.pid}`)
  try {
    makeDirectories(dir)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    throw new UsageError(
      `${setting}: ${JSON.stringify(dir)} cannot be written to (${(error as NodeJS.ErrnoException).code})`,
    )
  }
}

export interface Written {
  /** Of `report.json`, where that could be written. */
  readonly path?: string
  /** A line for each file that could not be. */
  readonly problems: readonly string[]
}

/** Writes the files that the reporters ask for; `report.json` always. One that cannot be written does not take away the others. */
export function writeFiles(report: Report, dir: string, reporters: readonly string[]): Written {
  const problems: string[] = []
  const write = (name: string, render: (report: Report) => string): string | undefined => {
    const path = join(dir, name)
    try {
      writeWhole(path, render(report))
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

/** What each reporter that writes a file of its own calls it. */
const FILES: readonly (readonly [reporter: string, name: string, render: (report: Report) => string])[] = [
  ['junit', 'junit.xml', renderJunit],
  ['markdown', 'report.md', renderMarkdown],
  ['tap', 'report.tap', renderTap],
  ['ctrf', 'ctrf-report.json', renderCtrf],
]

/** Level by level: in /proc, Node's own recursive mkdir never ends. */
function makeDirectories(dir: string): void {
  if (existsSync(dir)) return
  makeDirectories(dirname(dir))
  mkdirSync(dir)
}
