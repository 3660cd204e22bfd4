import { type Catalog, loadCatalog } from '../core/catalog.ts'
import { clausesTried } from '../core/clauses-tested.ts'
import type { RuleResult, TargetResult } from '../core/results.ts'
import { atRevision, REVISION } from '../core/revision.ts'
import type { Settings, TargetSettings } from '../core/settings.ts'
import type { ControlSource } from './control/source.ts'
import { type Extras, type Session, startSession } from './session/session.ts'
import type { TimingLock } from './session/timing-lock.ts'

/** What a target is tested with, besides the settings. */
export interface Means extends Extras {
  /** Default: the rules of the target's variant, at the revision of the settings. */
  readonly catalog?: Catalog
  readonly control?: ControlSource
  /** Shared by the targets of a run, so that nothing else is sent while one measures time. */
  readonly lock?: TimingLock
}

/** What a run learnt about one target. */
export interface TargetOutcome {
  /** By id. */
  readonly rules: readonly RuleResult[]
  readonly target: Pick<
    TargetResult,
    'requests' | 'retries' | 'serverErrors' | 'stopped' | 'cut' | 'clauses' | 'leftovers'
  >
  /** Why there is no recording, or not all of it. */
  readonly unrecorded?: string
}

/** A target under test. Sending begins at once. */
export interface TargetTest extends Pick<Session, 'progress' | 'redact' | 'result' | 'stop'> {
  readonly catalog: Catalog
  /** Waits for every rule, revokes what was created and closes the connections. */
  finish(): Promise<TargetOutcome>
}

/** Tests a target: the one driver of a session, for the command, vitest, `certify`, `regrade`, `selfcheck` and benchmarks. */
export async function testTarget(settings: Settings, target: TargetSettings, means: Means = {}): Promise<TargetTest> {
  const { catalog = await catalogFor(settings, target), control, lock, ...extras } = means
  const session = startSession(settings, target, catalog, control, lock, extras)
  const { progress, redact, result, stop } = session
  return { catalog, progress, redact, result, stop, finish: () => finish(session, catalog) }
}

async function catalogFor({ catalogue = REVISION, replay, ...settings }: Settings, { variant }: TargetSettings) {
  const catalog = atRevision(await loadCatalog(variant), catalogue)
  if (!replay) return catalog
  const { replayCatalog } = await import('./replay/catalog.ts')
  return replayCatalog(catalog, replay, settings)
}

async function finish(session: Session, catalog: Catalog): Promise<TargetOutcome> {
  const results = await Promise.all(catalog.rules.map(({ id }) => session.result(id)))
  await session.close()
  const rules = results.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const { requests, retries, serverErrors } = session.progress()
  const [stopped, cut, leftovers] = [session.stopped(), session.cut(), session.leftovers()]
  const clauses = clausesTried(catalog, rules)
  const target = { requests, retries, serverErrors, stopped, cut, clauses, leftovers }
  return { rules, target, unrecorded: session.unrecorded() }
}
