import { existsSync } from 'node:fs'
import { prepareCertificate } from '../certificate/issue.ts'
import { prepareOut } from '../report/out.ts'
import type { Report } from '../report/results.ts'
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
import { runLive } from './run-live.ts'
import { RUN_EXAMPLES, RUN_NOTES, RUN_OPTIONS } from './run-options.ts'
import { settingsFor } from './settings.ts'
import { processTerminal } from './terminal.ts'
import { variantsChosen } from './variants-chosen.ts'

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
  const baseline = flags.baseline === undefined ? undefined : await reportIn(flags.baseline)
  const certificate = prepareCertificate(flags)
  let bundled: Bundled | undefined
  try {
    if (settings.targets.length === 0) bundled = await startWhileLoading()
    if (bundled && settings.reporters.includes('console')) process.stdout.write(`${BUNDLED}\n\n`)
    const named = bundled ? targetsFrom(bundled.variables, variants) : settings.targets
    const targets = named.filter(({ variant }) => variants.includes(variant))
    const control = bundled ? bundledControl(bundled) : settings.control
    const terminal = control?.file === MANUAL ? processTerminal(signal) : undefined
    if (terminal && !(await announce({ ...settings, targets }, terminal))) return INTERRUPTED
    const whole = { ...settings, targets, control, expect }
    const outcome = await runLive(whole, signal, terminal)
    // Renderings, which the first request need not wait for.
    const { conclude } = await import('./conclude.ts')
    return await conclude(outcome, whole, flags, { baseline, certificate })
  } finally {
    bundled?.stop()
  }
}

/** vitest takes a while to load: meanwhile the server starts. */
async function startWhileLoading(): Promise<Bundled> {
  const [bundled] = await Promise.all([startBundled(), import('../run/engine.ts')])
  return bundled
}

async function reportIn(path: string): Promise<Report> {
  const { readReport } = await import('../report/read.ts')
  return readReport(path)
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
