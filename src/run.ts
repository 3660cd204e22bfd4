import type { Reporter } from 'vitest/node'
import { extension, home } from './catalog.ts'
import { withoutKeys } from './client/key-like.ts'
import type { Report } from './report/results.ts'
import type { Variant } from './rule.ts'
import { assemble } from './run/assemble.ts'
import { type Ends, openLine } from './run/channel.ts'
import { createCollector } from './run/collect.ts'
import { scrubber } from './run/scrub.ts'
import { startThreads } from './run/threads.ts'
import type { Settings } from './settings.ts'

const TRYING = new URL(`trying${extension}`, import.meta.url).href

export interface RunOptions extends Ends {
  /** Called about four times a second for each variant. */
  readonly onProgress?: Ends['onProgress']
  /** Asks a person at the terminal what a suite wants to know or have done. */
  readonly onQuestion?: Ends['onQuestion']
  /** What the control module prints; whatever may be a secret in it is gone. */
  readonly onLog?: (text: string) => void
  /** Ends the run early: what is under way settles, the rest stays untried, and the report says so. */
  readonly stop?: AbortSignal
  /** URL of the module that begins with a variant. */
  readonly module?: (variant: Variant) => string
}

export interface Outcome {
  readonly report: Report
  /** What went wrong in the suite itself, if anything; its stack may be shown, no secret is in it. */
  readonly crash?: Error
  /** Why exchanges were not recorded, or not all of them. */
  readonly unrecorded: readonly string[]
}

/** Tries every rule against the targets of the settings. Does not reject: what goes wrong in the suite is the outcome's `crash`. */
export async function run(settings: Settings, options: RunOptions = {}): Promise<Outcome> {
  const startedAt = new Date()
  const scrub = scrubber(settings)
  const collector = createCollector()
  const onLog = (text: string) => options.onLog?.(withoutKeys(scrub(text)))
  const thrown = await certify(settings, options, onLog, collector).then(() => undefined, asError)
  const interrupted = options.stop?.aborted ?? false
  const error = thrown ?? collector.errors()[0]
  const crash = error && scrubbedError(error, scrub)
  const report = assemble(settings, collector.told, { startedAt, interrupted, crash })
  const unrecorded = settings.targets.flatMap(({ variant }) => collector.told(variant)?.target.unrecorded ?? [])
  return { report: scrub(report), crash, unrecorded }
}

async function certify(settings: Settings, options: RunOptions, onLog: (text: string) => void, reporter: Reporter) {
  const line = openLine(options)
  const { module = () => TRYING } = options
  const targets = settings.targets.toSorted((one, other) => (one.variant < other.variant ? -1 : 1))
  const given = { settings: begun(settings), channel: line.name }
  // They send while vitest is loaded.
  const threads = startThreads(
    targets.map((target) => ({ ...given, target, module: module(target.variant) })),
    onLog,
  )
  const files = targets.map(({ variant }) => `suites/${variant}.suite${extension}`)
  const { exitCode } = process
  try {
    const { startEngine } = await import('./run/engine.ts')
    const vitest = await startEngine({ root: home, files, pool: threads.pool, reporter })
    await vitest.start().finally(() => vitest.close())
  } finally {
    line.close()
    threads.end()
    // vitest sets it for a failed test; the verdict is ours.
    process.exitCode = exitCode
  }
}

/** The deadline counts from now. */
const begun = (settings: Settings): Settings =>
  settings.deadline === undefined ? settings : { ...settings, endsAt: Date.now() + settings.deadline }

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** Keys that were created in the run are known to its suites only. */
function scrubbedError(error: Error, scrub: <Value>(value: Value) => Value): Error {
  const clean = new Error(withoutKeys(scrub(error.message.split('\n')[0]!)))
  clean.stack = withoutKeys(scrub(error.stack ?? ''))
  return clean
}
