import type { Entry } from '../core/expected-failure.ts'
import { suite } from '../core/package.ts'
import type { Report, RunInfo, TargetResult } from '../core/results.ts'
import { REVISION } from '../core/revision.ts'
import type { Variant } from '../core/rule.ts'
import type { Settings } from '../core/settings.ts'
import { staleEntries } from './accept-failures.ts'
import { recordingName } from './recording/recording-file.ts'
import { isInsecure, proxyOf } from './target-network.ts'
import { targetResult } from './target-result.ts'
import type { TargetOutcome } from './test-target.ts'
import { isComplete } from './verdict.ts'

/** Outcomes by variant. A target whose test crashed has none. */
type Outcomes = Readonly<Partial<Record<Variant, TargetOutcome>>>

/** How a run went, apart from the outcomes of its targets. */
export interface Course {
  readonly startedAt: Date
  readonly interrupted: boolean
  /** An error in the suite itself. */
  readonly crash?: Error
}

/** Assemble the report of a run from the outcome of each target. */
export function assembleReport(
  settings: Settings,
  outcomes: Outcomes,
  { startedAt, interrupted, crash }: Course,
): Report {
  const ending = { interrupted, crashed: crash !== undefined }
  const targets = settings.targets.map(
    (target): TargetResult => ({
      ...targetResult(target, outcomes[target.variant], ending, settings),
      ...proxyOf(target.baseUrl, settings.network),
    }),
  )
  const run = {
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    seed: settings.seed,
    depth: settings.depth,
    strict: settings.strict,
    catalogue: settings.catalogue ?? REVISION,
    ...(isInsecure(settings) && { insecure: true as const }),
    complete: !crash && isComplete(targets),
    interrupted,
    ...(settings.demo && { demo: true as const }),
    ...(crash && { crash: crash.message }),
    ...(settings.record === 'all' && { recording: settings.targets.map(({ variant }) => recordingName(variant)) }),
    ...(settings.expect && { expect: expectation(settings.expect, targets, interrupted || crash !== undefined) }),
  }
  return { schemaVersion: 1, suite, run, targets }
}

/** A run that ended early cannot tell which entries are stale. */
function expectation(entries: readonly Entry[], targets: readonly TargetResult[], early: boolean): RunInfo['expect'] {
  const results = targets.flatMap(({ rules }) => rules)
  return { entries: entries.length, stale: early ? [] : staleEntries(results, entries) }
}
