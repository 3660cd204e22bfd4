import { dirname, join } from 'node:path'
import type { RunFlags } from '../config/options.ts'
import { type Catalog, loadCatalog, matchesPatterns } from '../core/catalog.ts'
import { inert } from '../core/inert.ts'
import { type Json, writeJson } from '../core/json.ts'
import { suite } from '../core/package.ts'
import type { Outcome } from '../core/replay-case.ts'
import type { Report } from '../core/results.ts'
import type { Variant } from '../core/rule.ts'
import { MANUAL, type Settings } from '../core/settings.ts'
import { UsageError } from '../core/usage-error.ts'
import { isInsecure } from '../engine/assemble-report.ts'
import { exitCodeOf, type Planned, planReplay, replayOutcomes } from '../engine/replay/plan-replay.ts'
import { renderOutcomes } from '../report/replay-outcomes.ts'
import { INSECURE } from '../report/verdict-text.ts'
import { type Args, type Command, type Options, refuseMore } from './command.ts'
import { complain } from './errors.ts'
import { onInterrupt } from './interrupt.ts'
import { checkControl, settingsFor } from './load-settings.ts'
import { stdoutStyle } from './output-format.ts'
import { readKnownReport } from './read-known-report.ts'
import { pick } from './run-options.ts'
import { processTerminal } from './terminal.ts'
import { insteadCommand } from './write-reports.ts'

/** Limits what an edited report can cause. */
const MOST_REQUESTS = 50_000

const OPTIONS: Options = {
  ...pick(
    'variant',
    'env-file',
    'timeout',
    'deadline',
    'rate',
    'concurrency',
    'ca',
    'insecure',
    'header',
    'cert',
    'key',
    'user-agent',
    'control',
    'allow-http',
  ),
  'base-url': { value: 'URL', help: 'base URL of another deployment; the settings must have its keys' },
  rule: { multiple: true, value: 'PATTERN', help: 'only failing rules that match; repeatable' },
  json: { help: 'print JSON' },
}

export const replay: Command = {
  name: 'replay',
  usage: 'REPORT [OPTIONS]',
  argument: 'FILE',
  summary: 'sends the failing cases of a report again and says which still fail',
  options: OPTIONS,
  notes: [
    'REPORT is a report.json or its directory. It contains no keys: these and the base URL come from the settings, as for `run`. If that is not the base URL of the report, such as that of a new build, pass --env-file or --base-url.',
    'The rule rebuilds each case for this deployment; the report only says which one. If the rebuilt case differs, because the data, the version of the suite or the report changed, nothing is sent, and the command to use instead is printed.',
    'A case must pass eight times at the same time; one of many requests, or of the console, three times. One that passes now is fixed, unless it depends on load or on earlier requests: the next run decides.',
    'A case that passes is undecided if the run knew that it needs other requests or saw it fail only now and then, if it follows from a failure that does not pass, or if the data have changed so much that it sends other requests. The command that decides is printed.',
  ],
  examples: [
    ['replay conformance-report', 'all failing cases of the last run'],
    ["replay conformance-report --rule 'a.auth.*'", 'some of them'],
    ['replay report.json --env-file new-build.env', 'against another deployment'],
  ],
  exits: [
    [0, 'all cases pass now, at most warnings are left, or the report is green'],
    [1, 'a case still fails'],
    [2, 'the report or the settings cannot be used'],
    [3, 'no case still fails, but at least one could not be decided'],
    [130, 'interrupted'],
  ],
  run: sendAgain,
}

async function sendAgain(args: Args): Promise<number> {
  const [path] = args.positionals
  if (path && /^[ab]\.[a-z0-9-]+\./.test(path))
    throw new UsageError(`replay: name the report first, then the rule: replay REPORT --rule ${path}`)
  refuseMore(args, 1)
  if (path === undefined) throw new UsageError('replay: name a report, for example: replay conformance-report')
  const { rule: patterns = [], json, ...given } = args.values as RunFlags & { readonly json?: boolean }
  const report = onlyOf(readKnownReport(path), given.variant)
  const rest = withVariant(report, given)
  const settings = settingsOf(report, rest)
  const planned = await planFor(report, settings, patterns, insteadCommand(report, rest, outBeside(path)))
  if (planned.length === 0 && report.targets.every(({ verdict }) => verdict === 'conformant')) {
    process.stdout.write(
      json ? asJson(path, report, settings, []) : 'the report has no failing case: nothing is sent\n',
    )
    return 0
  }
  if (rest['base-url'] === undefined && rest['env-file'] === undefined)
    refuseOthers(settings.targets, failingTargets(report, planned), report.targets.length > 1)
  const interrupt = onInterrupt()
  try {
    if (!json) process.stdout.write(headline(path, report, settings))
    const { outcomes, interrupted } = await sendPlanned(planned, settings, interrupt.signal)
    process.stdout.write(
      json ? asJson(path, report, settings, outcomes) : renderOutcomes(outcomes, report, stdoutStyle()),
    )
    if (isInsecure(settings)) complain(INSECURE)
    return interrupted ? interrupt.code() : exitCodeOf(outcomes)
  } finally {
    interrupt.release()
  }
}

/** For the report of the whole run, as `again` has it. */
const outBeside = (path: string): string => join(path.endsWith('.json') ? dirname(path) : path, 'again')

/** The report without other variants. */
function onlyOf(report: Report, variants: RunFlags['variant']): Report {
  return { ...report, targets: report.targets.filter(({ variant }) => variants?.includes(variant) ?? true) }
}

/** A base URL is that of the only variant of the report. */
function withVariant({ targets: [only, ...others] }: Report, flags: RunFlags): RunFlags {
  const isClear = flags['base-url'] !== undefined && flags.variant === undefined && only && others.length === 0
  return isClear ? { ...flags, variant: [only.variant] } : flags
}

/** Settings for the replay, with seed, depth and strictness of the report. */
function settingsOf({ run }: Report, flags: RunFlags): Settings {
  const { settings, variants } = settingsFor(flags)
  if (settings.targets.length === 0)
    throw new UsageError(
      'no deployment is named, and a report contains no keys: pass the --env-file of the run, or set TENANT_A_BASE_URL and TENANT_A_KEY, or those of B',
    )
  return {
    ...settings,
    targets: settings.targets.filter(({ variant }) => variants.includes(variant)),
    ...{ seed: run.seed, depth: run.depth, strict: run.strict, rules: [], maxRequests: MOST_REQUESTS },
  }
}

const failingTargets = ({ targets }: Report, planned: readonly Planned[]): Report['targets'] =>
  targets.filter((target) => planned.some((one) => one.case && one.variant === target.variant))

/** Another deployment, which may never have failed, would seem to be fixed. */
function refuseOthers(named: Settings['targets'], reported: Report['targets'], areSeveral: boolean): void {
  for (const { variant, baseUrl } of reported) {
    const other = named.find((target) => target.variant === variant && target.baseUrl !== baseUrl)
    if (other)
      throw new UsageError(
        `the report is from ${baseUrl}, and the settings name ${other.baseUrl}: pass an --env-file, without exported variables, which take precedence, or add --base-url ${other.baseUrl}${areSeveral ? ` --variant ${variant}` : ''} to send the cases there`,
      )
  }
}

/** The failing cases of the rules that match. Throws a UsageError for a pattern without any. */
export async function planFor(
  report: Report,
  { targets }: Settings,
  patterns: readonly string[],
  command?: string,
): Promise<Planned[]> {
  const catalogs = new Map<Variant, Catalog>()
  for (const { variant } of report.targets) catalogs.set(variant, await loadCatalog(variant))
  const planned = planReplay(report, patterns, targets, catalogs, command)
  const useless = patterns.filter((pattern) => !planned.some(({ rule }) => matchesPatterns(rule, [pattern])))
  if (useless.length > 0)
    throw new UsageError(
      ...useless.map((pattern) => `--rule: no failing rule of the report matches ${JSON.stringify(pattern)}`),
    )
  return planned
}

/** Sends the cases, and compares. */
export async function sendPlanned(
  planned: readonly Planned[],
  settings: Settings,
  signal: AbortSignal,
): Promise<{ outcomes: Outcome[]; interrupted: boolean }> {
  const cases = planned.flatMap((one) => one.case ?? [])
  const targets = settings.targets.filter(({ variant }) => planned.some((one) => one.case && one.variant === variant))
  if (targets.length === 0) return { outcomes: replayOutcomes(planned, []), interrupted: false }
  await checkControl(settings.control)
  const { runLive } = await import('./run-live.ts')
  const terminal = settings.control?.file === MANUAL ? processTerminal(signal) : undefined
  const { report, crash } = await runLive({ ...settings, targets, replay: cases }, signal, { terminal })
  if (crash) complain(`the suite itself failed: ${crash.message}`)
  return { outcomes: replayOutcomes(planned, report.targets), interrupted: report.run.interrupted }
}

function headline(path: string, report: Report, { targets }: Settings): string {
  const about = report.targets.map(({ variant, baseUrl }) => {
    const at = targets.find((target) => target.variant === variant)?.baseUrl
    const about = `variant ${variant.toUpperCase()}: sending`
    if (at === undefined) return `${about} nothing`
    return `${about} failing cases of ${path} to ${at}${at === baseUrl ? '' : `; the report is from ${baseUrl}`}`
  })
  const { version } = report.suite
  const other =
    version === suite.version ? [] : [`the report is from version ${version} of the suite, this is ${suite.version}`]
  const none = report.targets.some(({ rules }) => rules.some(({ failure }) => failure))
    ? []
    : ['the report has no failing case']
  return `${[...about, ...other, ...none].map(inert).join('\n')}\n`
}

function asJson(path: string, report: Report, settings: Settings, outcomes: readonly Outcome[]): string {
  const baseUrls = Object.fromEntries(settings.targets.map(({ variant, baseUrl }) => [variant, baseUrl]))
  const insecure = isInsecure(settings) && { insecure: true }
  const result = { ...insecure, report: path, recordedBy: report.suite.version, suite, baseUrls, outcomes }
  return `${writeJson(result as unknown as Json, 2)}\n`
}
