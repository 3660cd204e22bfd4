import { loadCatalog } from '../catalog.ts'
import type { ControlSource } from '../control/source.ts'
import { atRevision, REVISION } from '../revision.ts'
import { tell } from '../run/tell.ts'
import type { Told } from '../run/told.ts'
import { noOthers } from '../session/quiet.ts'
import { type Extras, startSession } from '../session/session.ts'
import type { Settings, TargetSettings } from '../settings.ts'

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
