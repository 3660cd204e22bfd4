import { existsSync } from 'node:fs'
import { DEFAULT_OUT, type RunFlags } from '../config/options.ts'
import { targetsFrom } from '../config/read-settings.ts'
import type { VariantProgress } from '../core/progress.ts'
import type { Report } from '../core/results.ts'
import type { Variant } from '../core/rule.ts'
import { MANUAL, type Settings } from '../core/settings.ts'
import { UsageError } from '../core/usage-error.ts'
import { type Bundled, startBundled } from '../engine/reference-server.ts'
import { prepareCertificate } from '../report/certificate/issue.ts'
import { prepareOut, removeTemporary } from '../report/output-folder.ts'
import { type Args, refuseMore } from './args.ts'
import { type Command, EXITS } from './command.ts'
import { bundledControl, checkControl, DEMO } from './control.ts'
import { complain } from './errors.ts'
import { INTERRUPTED, onInterrupt } from './interrupt.ts'
import { announce } from './manual.ts'
import { runLive } from './run-live.ts'
import { RUN_EXAMPLES, RUN_NOTES, RUN_OPTIONS } from './run-options.ts'
import { deploymentFor } from './settings.ts'
import { processTerminal } from './terminal.ts'
import { variantsChosen } from './variants-chosen.ts'

export const run: Command = {
  name: 'run',
  usage: '[OPTIONS]',
  summary:
    'tests every rule against the deployment that the settings name; --demo: against the bundled reference server',
  options: RUN_OPTIONS,
  notes: RUN_NOTES,
  examples: RUN_EXAMPLES,
  exits: EXITS,
  run: certify,
}

async function certify(args: Args): Promise<number> {
  const openKeys = new Map<Variant, readonly string[]>()
  const interrupt = onInterrupt(() => {
    sayOpenKeys([...openKeys.values()].flat())
    removeTemporary(String(args.values.out ?? DEFAULT_OUT))
  })
  const onProgress = (progress: VariantProgress) => openKeys.set(progress.variant, progress.openKeys)
  try {
    const code = await begin(args, interrupt.signal, onProgress)
    return code === INTERRUPTED ? interrupt.code() : code
  } finally {
    interrupt.release()
  }
}

/** Names the keys that are not revoked. */
function sayOpenKeys(keys: readonly string[]): void {
  if (keys.length > 0) complain(`ended before everything was revoked; revoke these yourself: ${keys.join(', ')}`)
}

async function begin(
  args: Args,
  signal: AbortSignal,
  onProgress: (progress: VariantProgress) => void,
): Promise<number> {
  refuseMore(args, 0)
  const flags = args.values as RunFlags
  const { settings, variants: asked } = deploymentFor(flags)
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
    if (settings.demo) bundled = await startBundled()
    if (bundled && settings.reporters.includes('console')) process.stdout.write(`${DEMO}\n\n`)
    const named = bundled ? targetsFrom(bundled.variables, variants) : settings.targets
    const targets = named.filter(({ variant }) => variants.includes(variant))
    const control = bundled ? bundledControl(bundled) : settings.control
    const terminal = control?.file === MANUAL ? processTerminal(signal) : undefined
    if (terminal && !(await announce({ ...settings, targets }, terminal))) return INTERRUPTED
    const whole = { ...settings, targets, control, expect }
    const outcome = await runLive(whole, signal, { terminal, onProgress })
    // Renderings, which the first request need not wait for.
    const { conclude } = await import('./conclude.ts')
    return await conclude(outcome, whole, flags, { baseline, certificate })
  } finally {
    bundled?.stop()
  }
}

async function reportIn(path: string): Promise<Report> {
  const { readReport } = await import('../report/read-report.ts')
  return readReport(path)
}

/** Loads the YAML library, which few runs need. */
async function expectations(path: string): Promise<Settings['expect']> {
  const { readExpectations } = await import('../config/read-expectations.ts')
  // In UTC.
  return readExpectations(path, new Date().toISOString().slice(0, 10))
}

/** Reasons that a person has filled in are not written over. */
function refuseExisting(path: string): void {
  if (existsSync(path))
    throw new UsageError(`--write-expect: ${JSON.stringify(path)} is there already: name a new file`)
}
