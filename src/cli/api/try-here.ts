import { loadCatalog } from '../../core/catalog.ts'
import { atRevision, REVISION } from '../../core/revision.ts'
import type { Settings, TargetSettings } from '../../core/settings.ts'
import type { ControlSource } from '../../engine/control/source.ts'
import { noOthers } from '../../engine/session/quiet.ts'
import { type Extras, startSession } from '../../engine/session/session.ts'
import { tell } from '../../engine/tell.ts'
import type { Told } from '../../engine/told.ts'

export interface Means {
  readonly control?: ControlSource
  readonly stop?: AbortSignal
  readonly open?: Extras['open']
}

/** Tries the rules against one target in this very thread, and tells what a thread of a run would. */
export async function tryHere(
  settings: Settings,
  target: TargetSettings,
  { control, stop, open }: Means,
): Promise<Told> {
  const catalog = atRevision(await loadCatalog(target.variant), settings.catalogue ?? REVISION)
  const session = startSession(settings, target, catalog, control, noOthers, { open })
  if (stop?.aborted) session.stop()
  stop?.addEventListener('abort', session.stop, { once: true })
  const told = await tell(session, catalog)
  stop?.removeEventListener('abort', session.stop)
  return told
}
