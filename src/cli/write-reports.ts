import { appendFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RunFlags } from '../config/options.ts'
import { loadCatalog } from '../core/catalog.ts'
import { explanationOf } from '../core/explanation.ts'
import { COMMAND } from '../core/package.ts'
import { rerunComment, rerunOptions } from '../core/rerun-options.ts'
import type { Report, RuleResult, TargetResult } from '../core/results.ts'
import type { Settings } from '../core/settings.ts'
import { quoted } from '../core/shell-quote.ts'
import { writeAtomically } from '../core/write-atomically.ts'
import { HAR_FILE, writeHar } from '../engine/recording/har.ts'
import { recordingFile } from '../engine/recording/recording-file.ts'
import { renderConsole } from '../report/console.ts'
import { renderAnnotations, withoutCommands } from '../report/github.ts'
import { renderHtml } from '../report/html/render-html.ts'
import { renderMarkdown, STEP_SUMMARY } from '../report/markdown.ts'
import { type Written, writeFiles } from '../report/write-files.ts'
import { complain, messageOf } from './errors.ts'
import { stdoutColumns, stdoutStyle } from './output-format.ts'

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
  const replay = replayCommand(report, out, flags)
  const page = reporters.includes('html') ? await saveHtml(report, out, replay) : undefined
  const problems = [...written.problems, ...har, ...(page?.problems ?? [])]
  for (const problem of problems) complain(problem)
  if (reporters.includes('console')) {
    const path = page?.path ?? written.path ?? '(not written)'
    const detail = flags?.verbose ? 'verbose' : flags?.quiet ? 'quiet' : 'usual'
    const doctor = [COMMAND, 'doctor', ...replayedWords(flags)].join(' ')
    const options = { style: stdoutStyle(), columns: stdoutColumns(), path, replay, doctor, detail } as const
    await print(printable(renderConsole(report, options), reporters), path)
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

/** Writes `report.html`. Returns the problem instead of throwing. */
async function saveHtml(report: Report, out: string, replay: string | undefined): Promise<Written> {
  const path = join(out, 'report.html')
  try {
    // The page of a run that could not load its rules says why, without their explanations.
    const catalogs = await Promise.all(report.targets.map(({ variant }) => loadCatalog(variant).catch(() => undefined)))
    const explained = catalogs.flatMap((catalog) => catalog?.rules.map((rule) => explanationOf(rule, catalog)) ?? [])
    const explanations = new Map(explained.map((rule) => [rule.id, rule]))
    writeAtomically(path, renderHtml(report, { explanations, replay }))
    return { path, problems: [] }
  } catch (error) {
    return { problems: [`report.html cannot be written: ${messageOf(error)}`] }
  }
}

/** Options that the repeating command omits: it sets some itself, and the others do not affect a failure. */
const DROPPED: readonly string[] = [
  ...['variant', 'base-url', 'seed', 'out', 'reporter', 'record', 'verbose', 'quiet'],
  ...['deadline', 'max-requests', 'require-complete', 'timing', 'no-timing', 'fail-fast', 'wait'],
  ...['expect', 'attest', 'write-expect', 'baseline', 'certificate', 'sign-key', 'subject', 'partial', 'valid-days'],
]

/** Those that choose the rules of a run. */
const CHOOSING: readonly string[] = ['rule', 'shard']

/** Adds the command that repeats each failing rule, with the relevant options of its run. */
export function withAgain(report: Report, flags: RunFlags, out: string): Report {
  const targets = report.targets.map((target) => {
    const rules = target.rules.map(({ failure, ...rule }): RuleResult => {
      if (!failure) return rule
      const command = againCommand(target, flags, out, failure.context ? [] : CHOOSING)
      const again = `${command} ${rerunOptions(rule.id, failure)}${rerunComment(rule.id, failure)}`
      return { ...rule, failure: { ...failure, again } }
    })
    return { ...target, rules }
  })
  return { ...report, targets }
}

/** Without seed. Writes to a separate folder, so that the report is not overwritten. */
function againCommand({ variant, baseUrl }: TargetResult, flags: RunFlags, out: string, omitted: readonly string[]) {
  const chosen = (flags.variant ?? flags['base-url']) === undefined ? [] : [`--variant ${variant}`]
  const elsewhere = flags['base-url'] === undefined ? [] : [`--base-url ${quoted(baseUrl)}`]
  const kept = Object.entries(flags).filter(([name]) => ![...DROPPED, ...omitted].includes(name))
  const words = [...chosen, ...elsewhere, ...kept.flatMap(asWords)]
  return [COMMAND, 'run', ...words, `--out ${quoted(folderOfAgain(out))}`].join(' ')
}

/** `out/again`, and after that `out/again-2`: folders do not nest, however often a rule is tested again. */
function folderOfAgain(out: string): string {
  const [, stem, number = '1'] = /^(.*[/\\]again)(?:-(\d+))?$/.exec(out) ?? []
  return stem === undefined ? join(out, 'again') : `${stem}-${Number(number) + 1}`
}

/** The command that replays the failing cases of the report in a directory. The server of a demo has stopped. */
export function replayCommand({ run }: Report, out: string, flags: RunFlags = {}): string | undefined {
  if (run.demo) return undefined
  return [COMMAND, 'replay', quoted(out), ...replayedWords(flags)].join(' ')
}

/** The `run` that a replay with these options prints, without rule and seed. */
export const insteadCommand = ({ run }: Pick<Report, 'run'>, flags: RunFlags, out: string): string =>
  [COMMAND, 'run', ...replayedWords(flags), ...asWords(['depth', run.depth]), ...asWords(['out', out])].join(' ')

const replayedWords = (flags: RunFlags = {}): string[] => REPLAYED.flatMap((name) => asWords([name, flags[name]]))

/** Options that `replay` and `doctor` share with `run`. */
const REPLAYED = [
  ...(['variant', 'base-url', 'env-file', 'control', 'allow-http'] as const),
  ...(['ca', 'insecure', 'header', 'cert', 'key', 'user-agent', 'timeout', 'rate', 'concurrency'] as const),
]

function asWords([name, value]: [string, RunFlags[keyof RunFlags]]): string[] {
  if (value === undefined || value === false) return []
  if (value === true) return [`--${name}`]
  return [value].flat().map((each) => `--${name} ${quoted(String(each))}`)
}

/** Writes `report.json` and the files of the reporters, and prints nothing but problems. */
export async function saveReport(report: Report, { out, reporters, depth }: Settings): Promise<void> {
  const files = reporters.filter((name) => name !== 'console' && name !== 'github')
  // The user gives the base URL again: to `certify`, or by the settings.
  const options = { out, reporters: files, recordings: [] }
  await writeReports(withAgain(report, { 'base-url': '', depth }, out), options)
}
