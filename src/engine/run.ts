import { stripVTControlCharacters } from 'node:util'
import type { Report, RuleResult } from '../core/results.ts'
import type { Variant } from '../core/rule.ts'
import type { VariantProgress } from '../core/settings.ts'
import { MANUAL, type Settings } from '../core/settings.ts'
import { createRedactor, withoutKeys } from '../http/redact.ts'
import { acceptFailures } from './accept-failures.ts'
import { assembleReport } from './assemble-report.ts'
import type { ControlSource } from './control/control-source.ts'
import { loadControlModule } from './control/load-control-module.ts'
import type { Ask } from './control/manual.ts'
import { recorderFor } from './recording/recording-file.ts'
import { createTimingLock } from './session/timing-lock.ts'
import { type Means, type TargetOutcome, type TargetTest, testTarget } from './test-target.ts'

const PROGRESS_INTERVAL_MS = 250
/** Longer than the caches that keep a decision or a page for up to five seconds. */
const QUIET_MS = 6500

export interface RunOptions {
  /** Default: the module named in the settings. */
  readonly control?: ControlSource
  /** Called about four times a second for each variant. */
  readonly onProgress?: (progress: VariantProgress) => void
  /** Asks a question at the terminal; required for `--control manual`. */
  readonly ask?: Ask
  /** Called once per target with a function that masks supplied and created keys. */
  readonly onRedactor?: (redact: (text: string) => string) => void
  /** Ends the run early: requests in flight settle, the remaining rules stay undecided, and the report says so. */
  readonly stop?: AbortSignal
  /** Errors thrown outside the promises of the run. Any makes the run count as crashed. */
  readonly strayErrors?: readonly Error[]
  /** Sends requests in-process instead of over a socket. */
  readonly open?: Means['open']
}

export interface Outcome {
  readonly report: Report
  /** An error in the suite itself, with secrets redacted. */
  readonly crash?: Error
  /** Why the recording is missing or incomplete. */
  readonly unrecorded: readonly string[]
}

/** A run that has started. */
export interface Run {
  /** Result of one rule, with accepted failures applied. Rejects when the target could not be tested. */
  result(id: string): Promise<RuleResult>
  /** Waits for every rule, cleans up and assembles the report. Never rejects: an error in the suite becomes `crash`. */
  finish(): Promise<Outcome>
}

/** Test every rule against the targets of the settings. Never rejects: an error in the suite becomes `crash`. */
export async function run(settings: Settings, options: RunOptions = {}): Promise<Outcome> {
  return startRun(settings, options).finish()
}

/** Start testing every target of the settings. Targets run concurrently, except while one measures time. */
export function startRun(settings: Settings, options: RunOptions = {}): Run {
  const startedAt = new Date()
  const timed = withDeadlineFrom(startedAt, settings)
  const lock = createTimingLock()
  const firstFailure = settings.failFast ? new AbortController() : undefined
  const control = options.control ?? loadControl(settings, options)
  const tests = timed.targets.map((target) => {
    const test = Promise.resolve(control).then((source) =>
      testTarget(timed, target, {
        control: source,
        lock,
        openRecorder: recorderFor(timed, target),
        open: options.open,
        firstFailure,
        quietMs: QUIET_MS,
      }),
    )
    return {
      variant: target.variant,
      test,
      outcome: test.then((started) => finishTest(started, target.variant, options)),
    }
  })
  for (const { outcome } of tests) outcome.catch(() => undefined)
  return {
    async result(id) {
      const { test } = tests.find(({ variant }) => id.startsWith(`${variant}.`))!
      const [result] = acceptFailures([await (await test).result(id)], timed.expect ?? [])
      return result!
    },
    async finish() {
      const settled = await Promise.allSettled(tests.map(({ outcome }) => outcome))
      await Promise.resolve(control).then(
        (source) => source?.close?.(),
        () => undefined,
      )
      const outcomes: Partial<Record<Variant, TargetOutcome>> = {}
      const errors: unknown[] = []
      settled.forEach((result, i) => {
        if (result.status === 'fulfilled') outcomes[tests[i]!.variant] = result.value
        else errors.push(result.reason)
      })
      const scrub = createReportRedactor(settings)
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
  if (control.file !== MANUAL) return loadControlModule(control)
  if (!ask) throw new Error('--control manual needs a terminal')
  const { manualSource } = await import('./control/manual.ts')
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

/** Only the sessions know the keys created in the run, so anything shaped like a key is masked as well. */
function scrubbedError(thrown: unknown, scrub: <Value>(value: Value) => Value): Error {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const clean = (text: string) => withoutKeys(scrub(stripVTControlCharacters(text)))
  const message = error.message.split('\n')[0] || 'the suite ended without a result'
  return Object.assign(new Error(clean(message)), { stack: clean(error.stack ?? '') })
}

/** Create a function that masks supplied keys in the report, error messages and the output of a control module. */
export function createReportRedactor({
  targets,
  held = [],
}: Pick<Settings, 'targets' | 'held'>): <Value>(value: Value) => Value {
  const keys = targets.flatMap((target) => Object.values(target.keys))
  return createRedactor(new Map(), [...keys, ...held]).redactValue
}
