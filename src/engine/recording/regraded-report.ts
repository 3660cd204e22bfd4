import { type Catalog, loadCatalog } from '../../core/catalog.ts'
import { suite } from '../../core/package.ts'
import type { Report } from '../../core/results.ts'
import { atRevision, REVISION } from '../../core/revision.ts'
import { isComplete } from '../verdict.ts'
import type { Recording } from './recording.ts'
import { type Choice, regrade } from './regrade.ts'

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
