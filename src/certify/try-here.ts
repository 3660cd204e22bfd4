import { loadCatalog } from '../catalog.ts'
import { clausesTried } from '../clauses.ts'
import type { ControlSource } from '../control/source.ts'
import { atRevision, REVISION } from '../revision.ts'
import type { Told } from '../run/collect.ts'
import { noOthers } from '../session/quiet.ts'
import { type Extras, startSession } from '../session/session.ts'
import type { Settings, TargetSettings } from '../settings.ts'

export interface Means {
  readonly control?: ControlSource
  readonly stop?: AbortSignal
  readonly open?: Extras['open']
}

/** Tries the rules against one target in this very thread, and tells what the suite of a run would. */
export async function tell(settings: Settings, target: TargetSettings, { control, stop, open }: Means): Promise<Told> {
  const catalog = atRevision(await loadCatalog(target.variant), settings.catalogue ?? REVISION)
  const session = startSession(settings, target, catalog, control, noOthers, { open })
  if (stop?.aborted) session.stop()
  stop?.addEventListener('abort', session.stop, { once: true })
  const rules = await Promise.all(catalog.rules.map(({ id }) => session.result(id)))
  await session.close()
  stop?.removeEventListener('abort', session.stop)
  const { requests, retries } = session.progress()
  const clauses = clausesTried(catalog, rules)
  return {
    rules: rules.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    target: {
      requests,
      retries,
      clauses,
      stopped: session.stopped(),
      cut: session.cut(),
      leftovers: session.leftovers(),
    },
  }
}
