import { stripVTControlCharacters } from 'node:util'
import type { VariantProgress } from '../core/progress.ts'
import type { Report, RuleResult } from '../core/results.ts'
import type { Variant } from '../core/rule.ts'
import { MANUAL, type Settings } from '../core/settings.ts'
import { withoutKeys } from '../http/redact.ts'
import { acceptFailures } from './accept-failures.ts'
import { assembleReport } from './assemble-report.ts'
import { loadSource } from './control/load-control-module.ts'
import { manualSource } from './control/manual/control.ts'
import type { Ask } from './control/manual/question.ts'
import type { ControlSource } from './control/source.ts'
import { recorderFor } from './recording/file.ts'
import { scrubber } from './scrub.ts'
import { createTimingLock } from './session/timing-lock.ts'
import { type Means, type TargetOutcome, type TargetTest, testTarget } from './test-target.ts'

const PROGRESS_INTERVAL_MS = 250

export interface RunOptions {
  /** Default: the module that the settings name. */
  readonly control?: ControlSource
  /** Called about four times a second for each variant. */
  readonly onProgress?: (progress: VariantProgress) => void
  /** Asks a person at the terminal; required for `--control manual`. */
  readonly ask?: Ask
  /** Called once per target with a function that masks supplied and created keys. */
  readonly onRedactor?: (redact: (text: string) => string) => void
  /** Ends the run early: requests in flight settle, other rules stay undecided, and the report says so. */
  readonly stop?: AbortSignal
  /** Errors outside the promises of the run: the run counts as crashed. */
  readonly strayErrors?: readonly Error[]
  /** Sends requests in-process instead of over a socket. */
  readonly open?: Means['open']
}

export interface Outcome {
  readonly report: Report
  /** What went wrong in the suite itself. Holds no secret. */
  readonly crash?: Error
  /** Why exchanges were not recorded, or not all of them. */
  readonly unrecorded: readonly string[]
}

/** A run that has started. */
export interface Run {
  /** Result of one rule, with accepted failures applied. Rejects when the target could not be tested at all. */
  result(id: string): Promise<RuleResult>
  /** Waits for every rule, cleans up and assembles the report. Does not reject: a fault of the suite is `crash`. */
  finish(): Promise<Outcome>
}

/** Tests every rule against the targets of the settings. Does not reject: a fault of the suite is the outcome's `crash`. */
export async function run(settings: Settings, options: RunOptions = {}): Promise<Outcome> {
  return startRun(settings, options).finish()
}

/** Starts to test every target of the settings, concurrently but for measurements of time. */
export function startRun(settings: Settings, options: RunOptions = {}): Run {
  const startedAt = new Date()
  const begun = withDeadlineFrom(startedAt, settings)
  const lock = createTimingLock()
  const control = options.control ?? loadControl(settings, options)
  const tests = begun.targets.map((target) => {
    const test = Promise.resolve(control).then((source) =>
      testTarget(begun, target, {
        control: source,
        lock,
        openRecorder: recorderFor(begun, target),
        open: options.open,
      }),
    )
    return { variant: target.variant, test, outcome: test.then((it) => finishTest(it, target.variant, options)) }
  })
  for (const { outcome } of tests) outcome.catch(() => undefined)
  return {
    async result(id) {
      const { test } = tests.find(({ variant }) => id.startsWith(`${variant}.`))!
      const [result] = acceptFailures([await (await test).result(id)], begun.expect ?? [])
      return result!
    },
    async finish() {
      const settled = await Promise.allSettled(tests.map(({ outcome }) => outcome))
      const outcomes: Partial<Record<Variant, TargetOutcome>> = {}
      const errors: unknown[] = []
      settled.forEach((one, i) => {
        if (one.status === 'fulfilled') outcomes[tests[i]!.variant] = one.value
        else errors.push(one.reason)
      })
      const scrub = scrubber(settings)
      const [error] = [...errors, ...(options.strayErrors ?? [])]
      const crash = error === undefined ? undefined : scrubbedError(error, scrub)
      const interrupted = options.stop?.aborted ?? false
      const report = scrub(assembleReport(settings, outcomes, { startedAt, interrupted, crash }))
      return { report, crash, unrecorded: Object.values(outcomes).flatMap(({ unrecorded }) => unrecorded ?? []) }
    },
  }
}

/** The deadline counts from the start of the run. */
const withDeadlineFrom = (start: Date, settings: Settings): Settings =>
  settings.deadline === undefined ? settings : { ...settings, endsAt: start.getTime() + settings.deadline }

async function loadControl({ control }: Settings, { ask }: RunOptions): Promise<ControlSource | undefined> {
  if (!control) return undefined
  if (control.file !== MANUAL) return loadSource(control)
  if (!ask) throw new Error('--control manual needs a terminal')
  return manualSource(ask)
}

async function finishTest(test: TargetTest, variant: Variant, { stop, ...options }: RunOptions) {
  options.onRedactor?.(test.redact)
  const report = () => options.onProgress?.({ variant, ...test.progress() })
  const onStop = () => {
    test.stop()
    report()
  }
  stop?.addEventListener('abort', onStop, { once: true })
  if (stop?.aborted) onStop()
  const timer = setInterval(report, PROGRESS_INTERVAL_MS)
  try {
    return await test.finish()
  } finally {
    clearInterval(timer)
    stop?.removeEventListener('abort', onStop)
  }
}

/** Keys created in the run are known to its sessions only, so anything of the form of a key is masked as well. */
function scrubbedError(thrown: unknown, scrub: <Value>(value: Value) => Value): Error {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const clean = (text: string) => withoutKeys(scrub(stripVTControlCharacters(text)))
  const message = error.message.split('\n')[0] || 'the suite ended without a result'
  return Object.assign(new Error(clean(message)), { stack: clean(error.stack ?? '') })
}
