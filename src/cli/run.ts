import { existsSync } from 'node:fs'
import { DEFAULT_OUT, type RunFlags } from '../config/options.ts'
import { loadCatalog } from '../core/catalog.ts'
import type { Report } from '../core/results.ts'
import type { Variant } from '../core/rule.ts'
import { MANUAL, type Settings, type VariantProgress } from '../core/settings.ts'
import { UsageError } from '../core/usage-error.ts'
import { resumeFrom } from '../engine/resume.ts'
import { shardRules } from '../engine/shard.ts'
import { waitUntilReady } from '../engine/wait-until-ready.ts'
import { prepareCertificate } from '../report/certificate/issue.ts'
import { prepareOut, removeTemporary } from '../report/prepare-out.ts'
import { type Args, type Command, EXITS, refuseMore } from './command.ts'
import { complain } from './errors.ts'
import { INTERRUPTED, onInterrupt } from './interrupt.ts'
import { checkControl, DEMO, deploymentFor, expectations, openTargets, variantsChosen } from './load-settings.ts'
import { runLive } from './run-live.ts'
import { RUN_EXAMPLES, RUN_NOTES, RUN_OPTIONS } from './run-options.ts'
import { processTerminal } from './terminal.ts'

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
  const typed = args.values as RunFlags
  const earlier = typed.resume === undefined ? undefined : await reportIn(typed.resume)
  const flags = earlier ? { seed: String(earlier.run.seed), depth: earlier.run.depth, ...typed } : typed
  const read = deploymentFor(flags)
  if (earlier && read.settings.record === 'all')
    throw new UsageError('--resume: excludes --record all: the recording would lack what the earlier run sent')
  if (earlier && flags.certificate !== undefined)
    throw new UsageError('--resume: excludes --certificate: the two runs may have seen two versions of the deployment')
  const variants = await variantsChosen(read.settings.rules, read.variants)
  const { shard } = read.settings
  // Another seed would make other cases.
  if (shard && flags.seed === undefined) throw new UsageError('--shard: needs --seed N, the same for all shards')
  const chosen = shard ? { ...read.settings, rules: await shardRules(read.settings, variants) } : read.settings
  const expect = await expectations(flags.expect)
  const attestations = chosen.attest && (await attestationsIn(chosen.attest))
  await checkControl(chosen.control)
  prepareOut(chosen.out)
  if (flags['write-expect'] !== undefined) refuseExisting(flags['write-expect'])
  // Read now: the run may be about to write over it.
  const baseline = flags.baseline === undefined ? undefined : await reportIn(flags.baseline)
  const certificate = prepareCertificate(flags)
  const { settings, stop } = await openTargets(chosen, variants)
  try {
    if (settings.demo && settings.reporters.includes('console')) process.stdout.write(`${DEMO}\n\n`)
    const terminal = settings.control?.file === MANUAL ? processTerminal(signal) : undefined
    if (terminal) {
      const { announceManualSteps } = await import('./announce-manual-steps.ts')
      if (!(await announceManualSteps(settings, terminal))) return INTERRUPTED
    }
    for (const target of settings.wait === undefined ? [] : settings.targets) {
      const onWait = (why: string) => complain(`${target.baseUrl} is not ready: ${why}; waiting`)
      const isReady = await waitUntilReady(settings, target, { signal, onWait })
      if (!isReady && !signal.aborted)
        complain(`${target.baseUrl} was not ready in the time of --wait; the run starts all the same`)
    }
    const resume = earlier && resumeFrom(earlier, settings)
    const whole = { ...settings, expect, resume, ...(attestations && { attestations }) }
    const tested = await runLive(whole, signal, { terminal, onProgress, isQuiet: flags.quiet })
    // Renderings, which the first request need not wait for.
    const { finishRun } = await import('./finish-run.ts')
    if (!baseline) return await finishRun(tested, whole, flags, { certificate })
    const { confirmNewFailures } = await import('./confirm-new-failures.ts')
    const report = await confirmNewFailures(tested.report, baseline, whole, signal)
    return await finishRun({ ...tested, report }, whole, flags, { baseline, certificate })
  } finally {
    stop()
  }
}

async function reportIn(path: string): Promise<Report> {
  const { readKnownReport } = await import('./read-known-report.ts')
  return readKnownReport(path)
}

async function attestationsIn(setting: NonNullable<Settings['attest']>): Promise<Settings['attestations']> {
  const { readAttestations } = await import('../config/read-entries.ts')
  const [a, b] = await Promise.all([loadCatalog('a'), loadCatalog('b')])
  return readAttestations(setting, new Date().toISOString().slice(0, 10), { a: a.reference, b: b.reference })
}

/** Reasons that a person has filled in are not written over. */
function refuseExisting(path: string): void {
  if (existsSync(path))
    throw new UsageError(`--write-expect: ${JSON.stringify(path)} is there already: name a new file`)
}
