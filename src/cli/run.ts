import { existsSync } from 'node:fs'
import { ruleFiles, ruleId } from '../catalog.ts'
import { prepareCertificate } from '../certificate/issue.ts'
import { chosen } from '../patterns.ts'
import { prepareOut } from '../report/files.ts'
import { readReport } from '../report/read.ts'
import type { Variant } from '../rule.ts'
import { type Bundled, startBundled } from '../run/reference-server.ts'
import type { RunFlags } from '../settings/options.ts'
import { targetsFrom } from '../settings/read.ts'
import { MANUAL, type Settings } from '../settings.ts'
import { UsageError } from '../usage-error.ts'
import { type Args, refuseMore } from './args.ts'
import { type Command, EXITS } from './command.ts'
import { BUNDLED, bundledControl, checkControl } from './control.ts'
import { INTERRUPTED, onInterrupt } from './interrupt.ts'
import { announce } from './manual.ts'
import { unknownRule } from './rules.ts'
import { RUN_EXAMPLES, RUN_NOTES, RUN_OPTIONS } from './run-options.ts'
import { settingsFor } from './settings.ts'
import { processTerminal } from './terminal.ts'

export const run: Command = {
  name: 'run',
  usage: '[OPTIONS]',
  summary:
    'tries every rule against the deployment that the settings name; with none named, against the bundled reference server',
  options: RUN_OPTIONS,
  notes: RUN_NOTES,
  examples: RUN_EXAMPLES,
  exits: EXITS,
  run: certify,
}

async function certify(args: Args): Promise<number> {
  const interrupt = onInterrupt()
  try {
    return await begin(args, interrupt.signal)
  } finally {
    interrupt.release()
  }
}

async function begin(args: Args, signal: AbortSignal): Promise<number> {
  refuseMore(args, 0)
  const flags = args.values as RunFlags
  const { settings, variants: asked } = settingsFor(flags)
  const variants = await variantsChosen(settings.rules, asked)
  const expect = flags.expect === undefined ? undefined : await expectations(flags.expect)
  await checkControl(settings.control)
  prepareOut(settings.out)
  if (flags['write-expect'] !== undefined) refuseExisting(flags['write-expect'])
  // Read now: the run may be about to write over it.
  const baseline = flags.baseline === undefined ? undefined : readReport(flags.baseline)
  const certificate = prepareCertificate(flags)
  // vitest takes a while to load: meanwhile the server starts.
  const engine = import('./run-and-report.ts')
  let bundled: Bundled | undefined
  try {
    if (settings.targets.length === 0) bundled = await startBundled()
    if (bundled && settings.reporters.includes('console')) process.stdout.write(`${BUNDLED}\n\n`)
    const named = bundled ? targetsFrom(bundled.variables, variants) : settings.targets
    const targets = named.filter(({ variant }) => variants.includes(variant))
    const control = bundled ? bundledControl(bundled) : settings.control
    const { runAndReport } = await engine
    const terminal = control?.file === MANUAL ? processTerminal(signal) : undefined
    if (terminal && !(await announce({ ...settings, targets }, terminal))) return INTERRUPTED
    return await runAndReport({ ...settings, targets, control, expect }, flags, signal, {
      terminal,
      baseline,
      certificate,
    })
  } finally {
    bundled?.stop()
  }
}

/** Loads the YAML library, which few runs need. */
async function expectations(path: string): Promise<Settings['expect']> {
  const { readExpectations } = await import('../expect/read.ts')
  // In UTC.
  return readExpectations(path, new Date().toISOString().slice(0, 10))
}

/** Reasons that a person has filled in are not written over. */
function refuseExisting(path: string): void {
  if (existsSync(path))
    throw new UsageError(`--write-expect: ${JSON.stringify(path)} is there already: name a new file`)
}

/**
 * The variants that have a rule which is chosen; a target of which nothing is to be tried could only be without a verdict.
 * A pattern that chooses nothing is a mistake: the run would try less than its author believes.
 */
export async function variantsChosen(
  patterns: Settings['rules'],
  variants: readonly Variant[],
): Promise<readonly Variant[]> {
  if (patterns.length === 0) return variants
  const ids = (await Promise.all(variants.map(idsOf))).flat()
  const useless = patterns.filter((pattern) => !ids.some((id) => chosen(id, [pattern])))
  if (useless.length > 0)
    throw new UsageError(...useless.map((pattern) => `--rule: ${problemOf(pattern, ids, variants)}`))
  return variants.filter((variant) => ids.some((id) => id.startsWith(`${variant}.`) && chosen(id, patterns)))
}

async function idsOf(variant: Variant): Promise<string[]> {
  return (await ruleFiles(variant)).map((name) => ruleId(variant, name))
}

function problemOf(pattern: string, ids: readonly string[], variants: readonly Variant[]): string {
  const where = variants.length === 1 ? ` of variant ${variants[0]!.toUpperCase()}` : ''
  if (pattern.includes('*'))
    return `no rule${where} matches ${JSON.stringify(pattern)}; \`tenant-conformance rules\` lists them`
  return unknownRule(pattern, ids)
}
