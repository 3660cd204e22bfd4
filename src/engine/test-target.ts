import { atRevision, type Catalog, loadCatalog, REVISION } from '../core/catalog.ts'
import { attestedRule, clausesTried } from '../core/clause-coverage.ts'
import type { RuleResult, TargetResult } from '../core/results.ts'
import type { Settings, TargetSettings } from '../core/settings.ts'
import { correlateFailures } from '../judge/correlate-failures.ts'
import type { ControlSource } from './control/control-source.ts'
import { type Extras, type Session, startSession } from './session/session.ts'
import type { TimingLock } from './session/timing-lock.ts'

/** Everything besides the settings that a target is tested with. */
export interface Means extends Extras {
  /** Default: the catalogue of the target's variant, at the revision of the settings. */
  readonly catalog?: Catalog
  readonly control?: ControlSource
  /** Shared by the targets of a run, so that the others send nothing while one measures time. */
  readonly lock?: TimingLock
}

/** The outcome of testing one target. */
export interface TargetOutcome {
  /** Sorted by id. */
  readonly rules: readonly RuleResult[]
  readonly target: Pick<
    TargetResult,
    'requests' | 'retries' | 'serverErrors' | 'stopped' | 'cut' | 'clauses' | 'leftovers'
  >
  /** Why the recording is missing or incomplete. */
  readonly unrecorded?: string
}

/** A target under test. Requests start immediately. */
export interface TargetTest extends Pick<Session, 'progress' | 'redact' | 'result' | 'stop'> {
  readonly catalog: Catalog
  /** Waits for every rule, revokes created keys and closes the connections. */
  finish(): Promise<TargetOutcome>
}

/** Test a target: the only driver of a session, used by the command, vitest, `certify`, `regrade`, `selfcheck` and benchmarks. */
export async function testTarget(settings: Settings, target: TargetSettings, means: Means = {}): Promise<TargetTest> {
  const { catalog = await catalogFor(settings, target), control, lock, ...extras } = means
  const session = startSession(settings, target, catalog, control, lock, extras)
  const { progress, redact, result, stop } = session
  return { catalog, progress, redact, result, stop, finish: () => finish(session, catalog, settings) }
}

async function catalogFor({ catalogue = REVISION, replay, ...settings }: Settings, { variant }: TargetSettings) {
  const catalog = atRevision(await loadCatalog(variant), catalogue)
  if (!replay) return catalog
  const { replayCatalog } = await import('./replay/replay-catalog.ts')
  return replayCatalog(catalog, replay, settings)
}

async function finish(session: Session, catalog: Catalog, { attestations }: Settings): Promise<TargetOutcome> {
  const results = await Promise.all(catalog.rules.map(({ id }) => session.result(id)))
  await session.close()
  const tested = results.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const { requests, retries, serverErrors } = session.progress()
  const [stopped, cut, leftovers] = [session.stopped(), session.cut(), session.leftovers()]
  const clauses = clausesTried(catalog, tested, attestations)
  const attested = tested.map((result) => attestedRule(result, catalog, clauses.attested))
  const rules = correlateFailures(
    attested,
    new Map(catalog.rules.map(({ id, follows = [], after = [] }) => [id, [...follows, ...after]])),
  )
  const target = { requests, retries, serverErrors, stopped, cut, clauses, leftovers }
  return { rules, target, unrecorded: session.unrecorded() }
}
