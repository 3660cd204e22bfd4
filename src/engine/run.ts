import { stripVTControlCharacters } from 'node:util'
import { extension, home } from '../core/catalog.ts'
import type { Report } from '../core/results.ts'
import type { Variant } from '../core/rule.ts'
import type { Settings } from '../core/settings.ts'
import { withoutKeys } from '../http/redact.ts'
import { assemble } from './assemble-report.ts'
import { type Ends, openLine } from './channel.ts'
import { createCollector } from './collect.ts'
import { scrubber } from './scrub.ts'
import { tryInThreads } from './threads.ts'
import type { ToldOf } from './told.ts'

const TRYING = new URL(`try-variant${extension}`, import.meta.url).href

export interface RunOptions extends Ends {
  /** Called about four times a second for each variant. */
  readonly onProgress?: Ends['onProgress']
  /** Asks a person at the terminal what a suite wants to know or have done. */
  readonly onQuestion?: Ends['onQuestion']
  /** What the control module prints, redacted and without terminal codes. */
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
  // Terminal codes first: they may be within a key.
  const onLog = (text: string) => options.onLog?.(withoutKeys(scrub(stripVTControlCharacters(text))))
  const words = await tryAll(settings, options, onLog)
  const told = Object.fromEntries(words.flatMap(({ variant, told }) => (told ? [[variant, told]] : []))) as ToldOf
  const failed = words.flatMap(({ error, strays }) => (error ? [error, ...strays] : strays))
  const [error] = [...failed, ...(await show(told).catch((thrown) => [asError(thrown)]))]
  const interrupted = options.stop?.aborted ?? false
  const crash = error && scrubbedError(error, scrub)
  const report = assemble(settings, told, { startedAt, interrupted, crash })
  return {
    report: scrub(report),
    crash,
    unrecorded: Object.values(told).flatMap(({ target }) => target.unrecorded ?? []),
  }
}

/** Each variant in a thread of its own. */
async function tryAll(settings: Settings, options: RunOptions, onLog: (text: string) => void) {
  const line = openLine(options)
  const { module = () => TRYING } = options
  const given = { settings: begun(settings), run: `tenant-conformance-${crypto.randomUUID()}` }
  const all = settings.targets.map((target) => ({
    ...given,
    target,
    port: line.open(),
    module: module(target.variant),
  }))
  const words = await tryInThreads(all, onLog).finally(line.close)
  return words.map((word, i) => ({ ...word, variant: all[i]!.target.variant }))
}

/** What was told, as tests of vitest, which is loaded when nothing is measured any more. Gives what goes wrong with that. */
async function show(told: ToldOf): Promise<readonly Error[]> {
  const files = Object.keys(told).map((variant) => `suites/${variant}.suite${extension}`)
  if (files.length === 0) return []
  const collector = createCollector()
  const { exitCode } = process
  try {
    const { startEngine } = await import('./engine.ts')
    const vitest = await startEngine({ root: home, files, reporter: collector, told })
    await vitest.start().finally(() => vitest.close())
  } finally {
    // vitest sets it for a failed test; the verdict is ours.
    process.exitCode = exitCode
  }
  return collector.errors()
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
