import { atRevision, type Catalog, loadCatalog, REVISION } from '../../core/catalog.ts'
import { suite } from '../../core/package.ts'
import type { Report, RuleResult, TargetResult } from '../../core/results.ts'
import type { Settings } from '../../core/settings.ts'
import { targetResult } from '../target-result.ts'
import { testTarget } from '../test-target.ts'
import { isComplete } from '../verdict.ts'
import { type Recording, suppliedBy } from './recording.ts'

/** Settings to override. Default: those of the recorded run. */
interface Choice {
  readonly rules?: readonly string[]
  readonly strict?: boolean
}

/** Judge a recorded run by the rules of this version without sending anything. */
export async function regrade(recording: Recording, catalog: Catalog, choice: Choice = {}): Promise<TargetResult> {
  const supplied = suppliedBy(recording)
  const settings = settingsFor(recording, choice)
  const test = await testTarget(settings, supplied, { catalog, recording })
  const outcome = await test.finish()
  const { requests, retries, serverErrors } = recording.end ?? outcome.target
  const rules = outcome.rules.map((rule) => withCost(rule, recording))
  const target = { ...outcome.target, requests, retries, serverErrors, leftovers: [] }
  // A truncated recording counts as an interrupted run.
  const interrupted = recording.end?.interrupted ?? true
  return targetResult(supplied, { target, rules }, { interrupted, crashed: false }, settings)
}

function settingsFor({ header }: Recording, { rules, strict }: Choice): Settings {
  return {
    ...header.settings,
    ...(rules && rules.length > 0 && { rules }),
    ...(strict && { strict }),
    targets: [],
    timeout: 1,
    requireComplete: false,
    out: '',
    reporters: [],
    record: 'failures',
  }
}

/** Take the request count of the recorded run. */
const withCost = (rule: RuleResult, { end }: Recording): RuleResult =>
  end ? { ...rule, requests: end.spent[rule.id] ?? 0 } : rule

/** Create the report of recorded runs, judged by this version of the suite. */
export async function regradedReport(recordings: readonly Recording[], choice: Choice): Promise<Report> {
  const targets = []
  for (const recording of recordings) targets.push(await regrade(recording, await catalogFor(recording), choice))
  const [{ settings, suite: recorder }] = recordings.map(({ header }) => header) as [Recording['header']]
  const run = {
    ...timesOf(recordings),
    seed: settings.seed,
    depth: settings.depth,
    strict: choice.strict || settings.strict,
    catalogue: settings.catalogue ?? REVISION,
    complete: isComplete(targets),
    ...(settings.demo && { demo: true as const }),
    interrupted: recordings.some(({ end }) => end?.interrupted),
    regraded: { at: new Date().toISOString(), recordedBy: recorder.version },
  }
  return { schemaVersion: 1, suite, run, targets }
}

/** The latest catalogue, unless the run chose an earlier revision. */
async function catalogFor({ header }: Recording): Promise<Catalog> {
  return atRevision(await loadCatalog(header.variant), header.settings.catalogue ?? REVISION)
}

/** Times of the recorded run, not of the regrading: the results describe the deployment at that time. */
function timesOf(recordings: readonly Recording[]): Pick<Report['run'], 'startedAt' | 'durationMs'> {
  const starts = recordings.map(({ header }) => Date.parse(header.startedAt))
  const ends = recordings.map(({ end, lastAt }) => (end ? Date.parse(end.at) : lastAt))
  const start = Math.min(...starts)
  return { startedAt: new Date(start).toISOString(), durationMs: Math.max(0, Math.round(Math.max(...ends) - start)) }
}
