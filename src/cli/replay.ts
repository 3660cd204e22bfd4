import type { RunFlags } from '../config/options.ts'
import { type Catalog, loadCatalog } from '../core/catalog.ts'
import { inert } from '../core/inert.ts'
import { type Json, writeJson } from '../core/json.ts'
import { suite } from '../core/package.ts'
import type { Outcome } from '../core/replay-case.ts'
import type { Report } from '../core/results.ts'
import type { Variant } from '../core/rule.ts'
import { chosen } from '../core/rule-patterns.ts'
import { MANUAL, type Settings } from '../core/settings.ts'
import { UsageError } from '../core/usage-error.ts'
import { isInsecure } from '../engine/network-of-target.ts'
import { exitCodeOf, outcomesOf } from '../engine/replay/outcome.ts'
import { type Planned, planOf } from '../engine/replay/plan.ts'
import { readReport } from '../report/read-report.ts'
import { renderOutcomes } from '../report/replay-outcomes.ts'
import { INSECURE } from '../report/run-text.ts'
import { type Args, type Options, refuseMore } from './args.ts'
import type { Command } from './command.ts'
import { checkControl } from './control.ts'
import { complain } from './errors.ts'
import { onInterrupt } from './interrupt.ts'
import { ownStyle } from './own-style.ts'
import { pick } from './run-options.ts'
import { settingsFor } from './settings.ts'
import { processTerminal } from './terminal.ts'

/** A report cannot make a replay send more than that. */
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
    'control',
    'allow-http',
  ),
  'base-url': { value: 'URL', help: 'of another deployment, whose keys the settings hold' },
  rule: { multiple: true, value: 'PATTERN', help: 'only these of the failing rules; repeatable' },
  json: { help: 'print JSON' },
}

export const replay: Command = {
  name: 'replay',
  usage: 'REPORT [OPTIONS]',
  argument: 'FILE',
  summary: 'sends the failing cases of a report again and says which still fail',
  options: OPTIONS,
  notes: [
    'REPORT is a report.json, or its directory. It holds no key: keys and base URL come from the same settings as those of `run`. Whatever base URL a report tells, nothing is ever sent there unless the settings or --base-url name it.',
    'Each case is made again by its rule, for this deployment; the report only says which one. Where that is not the case of the report, as with other data, another version of the suite or an edited report, nothing is sent, and the command to use instead is printed.',
    'A case that passes is tried three times, a flaky one twelve, before it counts as fixed.',
  ],
  examples: [
    ['replay conformance-report', 'all failing cases of the last run'],
    ["replay conformance-report --rule 'a.auth.*'", 'some of them'],
    ['replay report.json --base-url https://staging.example.com', 'at another deployment'],
  ],
  exits: [
    [0, 'all are fixed'],
    [1, 'any still fails'],
    [2, 'the report or the settings cannot be used'],
    [3, 'it cannot be told of any, and none still fails'],
    [130, 'interrupted'],
  ],
  run: sendAgain,
}

async function sendAgain(args: Args): Promise<number> {
  refuseMore(args, 1)
  const [path] = args.positionals
  if (path === undefined) throw new UsageError('replay: name a report.json')
  const { rule: patterns = [], json, ...rest } = args.values as RunFlags & { readonly json?: boolean }
  const report = onlyOf(readReport(path), rest.variant)
  const settings = settingsOf(report, rest)
  const planned = await planFor(report, settings, patterns)
  const interrupt = onInterrupt()
  try {
    if (!json) process.stdout.write(headline(path, report, settings))
    const { outcomes, interrupted } = await send(planned, settings, interrupt.signal)
    process.stdout.write(json ? asJson(path, report, settings, outcomes) : renderOutcomes(outcomes, ownStyle()))
    if (isInsecure(settings)) complain(INSECURE)
    return interrupted ? interrupt.code() : exitCodeOf(outcomes)
  } finally {
    interrupt.release()
  }
}

/** A report as if only these variants had been tried. */
function onlyOf(report: Report, variants: RunFlags['variant']): Report {
  return { ...report, targets: report.targets.filter(({ variant }) => variants?.includes(variant) ?? true) }
}

/** The settings of a run, with what made the cases as it was. */
function settingsOf({ run, targets }: Report, flags: RunFlags): Settings {
  const [only, ...others] = targets
  const inferred = flags['base-url'] !== undefined && flags.variant === undefined && only && others.length === 0
  const { settings, variants } = settingsFor({ ...flags, ...(inferred && { variant: [only.variant] }) })
  if (settings.targets.length === 0)
    throw new UsageError(
      'no deployment is named: a report holds no key; set TENANT_A_BASE_URL and TENANT_A_KEY, or those of B',
    )
  return {
    ...settings,
    targets: settings.targets.filter(({ variant }) => variants.includes(variant)),
    ...{ seed: run.seed, depth: run.depth, strict: run.strict, rules: [], maxRequests: MOST_REQUESTS },
  }
}

async function planFor(report: Report, { targets }: Settings, patterns: readonly string[]): Promise<Planned[]> {
  const catalogs = new Map<Variant, Catalog>()
  for (const { variant } of report.targets) catalogs.set(variant, await loadCatalog(variant))
  const planned = planOf(report, patterns, targets, catalogs)
  const useless = patterns.filter((pattern) => !planned.some(({ rule }) => chosen(rule, [pattern])))
  if (useless.length > 0)
    throw new UsageError(
      ...useless.map((pattern) => `--rule: no failing rule of the report matches ${JSON.stringify(pattern)}`),
    )
  return planned
}

async function send(
  planned: readonly Planned[],
  settings: Settings,
  signal: AbortSignal,
): Promise<{ outcomes: Outcome[]; interrupted: boolean }> {
  const cases = planned.flatMap((one) => one.case ?? [])
  const targets = settings.targets.filter(({ variant }) => planned.some((one) => one.case && one.variant === variant))
  if (targets.length === 0) return { outcomes: outcomesOf(planned, []), interrupted: false }
  await checkControl(settings.control)
  const { runLive } = await import('./run-live.ts')
  const terminal = settings.control?.file === MANUAL ? processTerminal(signal) : undefined
  const { report, crash } = await runLive({ ...settings, targets, replay: cases }, signal, { terminal })
  if (crash) complain(`the suite itself failed: ${crash.message}`)
  return { outcomes: outcomesOf(planned, report.targets), interrupted: report.run.interrupted }
}

function headline(path: string, report: Report, { targets }: Settings): string {
  const about = report.targets.map(({ variant, baseUrl }) => {
    const at = targets.find((target) => target.variant === variant)?.baseUrl
    const where =
      at === undefined ? 'to nowhere' : at === baseUrl ? `to ${at}` : `to ${at}; the report is of ${baseUrl}`
    return `variant ${variant.toUpperCase()}: failing cases of ${path} are sent ${where}`
  })
  const { version } = report.suite
  const other =
    version === suite.version ? [] : [`the report is of version ${version} of the suite, this is ${suite.version}`]
  const none = report.targets.some(({ rules }) => rules.some(({ failure }) => failure))
    ? []
    : ['the report holds no failing case']
  return `${[...about, ...other, ...none].map(inert).join('\n')}\n`
}

function asJson(path: string, report: Report, settings: Settings, outcomes: readonly Outcome[]): string {
  const baseUrls = Object.fromEntries(settings.targets.map(({ variant, baseUrl }) => [variant, baseUrl]))
  const insecure = isInsecure(settings) && { insecure: true }
  const told = { ...insecure, report: path, recordedBy: report.suite.version, suite, baseUrls, outcomes }
  return `${writeJson(told as unknown as Json, 2)}\n`
}
