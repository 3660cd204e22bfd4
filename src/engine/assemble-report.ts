import { REVISION } from '../core/catalog.ts'
import type { ExpectedFailure } from '../core/expected-failure.ts'
import { suite } from '../core/package.ts'
import type { Report, RunInfo, TargetResult } from '../core/results.ts'
import type { Variant } from '../core/rule.ts'
import type { Settings } from '../core/settings.ts'
import { proxyFor, shownProxy } from '../http/proxy.ts'
import { staleEntries } from './accept-failures.ts'
import { recordingName } from './recording/recording-file.ts'
import { targetResult } from './target-result.ts'
import type { TargetOutcome } from './test-target.ts'
import { isComplete } from './verdict.ts'

/** Outcomes by variant. A target whose test crashed has none. */
type Outcomes = Readonly<Partial<Record<Variant, TargetOutcome>>>

/** How a run went, apart from the outcomes of its targets. */
interface Course {
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
      keys: Object.values(target.keys).map(({ env }) => env),
      ...proxyOf(target.baseUrl, settings.network),
    }),
  )
  const isPart = interrupted || settings.shard !== undefined
  const run = {
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    seed: settings.seed,
    depth: settings.depth,
    strict: settings.strict,
    catalogue: settings.catalogue ?? REVISION,
    ...(settings.shard && { shard: settings.shard }),
    ...(isInsecure(settings) && { insecure: true as const }),
    complete: !crash && isComplete(targets),
    interrupted,
    ...(settings.demo && { demo: true as const }),
    ...(crash && { crash: crash.message }),
    ...(settings.record === 'all' && { recording: settings.targets.map(({ variant }) => recordingName(variant)) }),
    ...(settings.expect && { expect: expectation(settings.expect, targets, isPart || crash !== undefined) }),
  }
  return { schemaVersion: 1, suite, run, targets }
}

/** A run that ended early, or a shard, cannot know which entries are stale. */
function expectation(
  entries: readonly ExpectedFailure[],
  targets: readonly TargetResult[],
  early: boolean,
): RunInfo['expect'] {
  const results = targets.flatMap(({ rules }) => rules)
  return { entries: entries.length, stale: early ? [] : staleEntries(results, entries) }
}

type Reached = Pick<Settings, 'targets' | 'network'>

/** Whether the run skipped the certificate check of an HTTPS target. */
export const isInsecure = ({ targets, network }: Reached): boolean =>
  network?.insecure === true && targets.some(({ baseUrl }) => baseUrl.startsWith('https:'))

/** The proxy of a target, as a report shows it. */
function proxyOf(baseUrl: string, network: Settings['network']): { proxy?: string } {
  const proxy = proxyFor(new URL(baseUrl).origin, network?.proxies)
  return proxy ? { proxy: shownProxy(proxy) } : {}
}
