import { appendFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RunFlags } from '../config/options.ts'
import type { Report } from '../core/results.ts'
import type { Settings } from '../core/settings.ts'
import { HAR_FILE, writeHar } from '../engine/recording/har/write.ts'
import { recordingFile } from '../engine/recording/recording-file.ts'
import { renderConsole } from '../report/console/console.ts'
import { renderAnnotations, withoutCommands } from '../report/github.ts'
import { renderMarkdown, STEP_SUMMARY } from '../report/markdown/markdown.ts'
import { writeFiles } from '../report/write-files.ts'
import { complain, messageOf } from './errors.ts'
import { saveHtml } from './save-html.ts'
import { stdoutStyle } from './stdout-style.ts'

type Reporters = Settings['reporters']

interface Options {
  readonly out: string
  readonly reporters: Reporters
  /** Options of the run, for the replay command in report.html. */
  readonly flags?: RunFlags
  /** Recordings to make exchanges.har from. */
  readonly recordings: readonly string[]
}

/** Writes the files, then prints the report. A file that cannot be written does not prevent the others. */
export async function writeReports(report: Report, { out, reporters, flags, recordings }: Options) {
  const written = writeFiles(report, out, reporters)
  const har = reporters.includes('har') ? await saveHar(report, out, recordings) : []
  const page = reporters.includes('html') ? await saveHtml(report, out, flags) : undefined
  const problems = [...written.problems, ...har, ...(page?.problems ?? [])]
  for (const problem of problems) complain(problem)
  if (reporters.includes('console')) {
    const path = page?.path ?? written.path ?? '(not written)'
    await print(printable(renderConsole(report, { style: stdoutStyle(), path }), reporters), path)
  }
  if (reporters.includes('github')) annotate(report)
  return { problems, isSaved: written.path !== undefined }
}

/** GitHub would execute a command in text from a deployment. */
export const printable = (text: string, reporters: Reporters): string =>
  reporters.includes('github') ? withoutCommands(text, crypto.randomUUID()) : text

/** Prints to standard output. If its reader is gone (`| head`) or a disk is full, says where the report is. */
async function print(text: string, path: string): Promise<void> {
  const error = await new Promise<NodeJS.ErrnoException | null | undefined>((done) => process.stdout.write(text, done))
  if (error) complain(`standard output was not read to the end (${error.code}); the whole report is in ${path}`)
}

/** Prints annotations, and appends the step summary. */
function annotate(report: Report): void {
  process.stdout.write(renderAnnotations(report))
  const { GITHUB_STEP_SUMMARY: summary } = process.env
  if (!summary) return
  try {
    appendFileSync(summary, renderMarkdown(report, STEP_SUMMARY))
  } catch (error) {
    complain(`GITHUB_STEP_SUMMARY: cannot be written: ${messageOf(error)}`)
  }
}

/** Recordings of a run. Those that only exchanges.har needed are temporary. */
export function recordingsOf({ targets }: Report, settings: Settings) {
  const paths = targets.flatMap(({ variant }) => recordingFile(settings, variant) ?? []).filter(existsSync)
  return {
    paths,
    removeTemporary() {
      if (settings.record !== 'all') for (const path of paths) rmSync(path, { force: true })
    },
  }
}

/** Writes exchanges.har. Returns what went wrong. */
async function saveHar({ targets }: Report, out: string, recordings: readonly string[]): Promise<string[]> {
  const rules = targets.flatMap((target) => target.rules)
  const titles = new Map(rules.map(({ id, status, title }) => [id, `${status}: ${title}`]))
  return writeHar(join(out, HAR_FILE), recordings, titles).then(
    () => [],
    (error) => [`${HAR_FILE} cannot be written: ${messageOf(error)}`],
  )
}
