import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError } from '../usage-error.ts'
import { renderCtrf } from './ctrf.ts'
import { renderJson } from './json.ts'
import { renderJunit } from './junit.ts'
import { renderMarkdown } from './markdown.ts'
import type { Report } from './results.ts'
import { renderTap } from './tap.ts'

/** Makes the directory, and sees that files can be written there. Throws a UsageError when they cannot. */
export function prepareOut(dir: string): void {
  const probe = join(dir, `.probe-${process.pid}`)
  try {
    makeDirectories(dir)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    throw new UsageError(
      `--out: ${JSON.stringify(dir)} cannot be written to (${(error as NodeJS.ErrnoException).code})`,
    )
  }
}

/** Writes the files that the reporters ask for; `report.json` always. Returns its path. */
export function writeFiles(report: Report, dir: string, reporters: readonly string[]): string {
  const path = join(dir, 'report.json')
  writeWhole(path, renderJson(report))
  for (const [reporter, name, render] of FILES)
    if (reporters.includes(reporter)) writeWhole(join(dir, name), render(report))
  return path
}

/** What each reporter that writes a file of its own calls it. */
const FILES: readonly (readonly [reporter: string, name: string, render: (report: Report) => string])[] = [
  ['junit', 'junit.xml', renderJunit],
  ['markdown', 'report.md', renderMarkdown],
  ['tap', 'report.tap', renderTap],
  ['ctrf', 'ctrf-report.json', renderCtrf],
]

/** Beside it, then renamed: whoever reads the path finds a whole file, if any. */
export function writeWhole(path: string, text: string): void {
  const beside = `${path}.${process.pid}.tmp`
  try {
    writeFileSync(beside, text)
    renameSync(beside, path)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}

/** Level by level: in /proc, Node's own recursive mkdir never ends. */
function makeDirectories(dir: string): void {
  if (existsSync(dir)) return
  makeDirectories(dirname(dir))
  mkdirSync(dir)
}
