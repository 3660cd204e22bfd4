import { loadCatalog } from './catalog.ts'
import { loadSource } from './control/load.ts'
import type { ControlSource } from './control/source.ts'
import { atRevision, REVISION } from './revision.ts'
import { tell } from './run/tell.ts'
import type { Given, Told } from './run/told.ts'
import { quietAmong } from './session/quiet.ts'
import { startSession } from './session/session.ts'
import { MANUAL, type Settings } from './settings.ts'
import { tapeFor } from './tape/file.ts'

const BEAT_MS = 250

/** Tries every rule of one variant, and tells over the channel how far it is. */
export async function attempt({ settings, target, channel: name }: Given): Promise<Told> {
  const { variant } = target
  const known = atRevision(await loadCatalog(variant), settings.catalogue ?? REVISION)
  const catalog = settings.replay ? (await import('./replay/catalog.ts')).replayCatalog(known, settings.replay) : known
  const channel = new BroadcastChannel(name)
  const source = await sourceOf(settings.control, channel)
  const openTape = tapeFor(settings, target)
  const session = startSession(settings, target, catalog, source, quietAmong(name), { openTape })
  // The other variant's progress comes by the same channel.
  channel.onmessage = ({ data }) => 'stop' in data && session.stop()
  const beat = setInterval(() => channel.postMessage({ variant, ...session.progress() }), BEAT_MS)
  const told = await tell(session, catalog)
  clearInterval(beat)
  channel.close()
  return told
}

async function sourceOf(
  control: Settings['control'],
  channel: InstanceType<typeof BroadcastChannel>,
): Promise<ControlSource | undefined> {
  if (!control) return undefined
  if (control.file !== MANUAL) return loadSource(control)
  const [{ manualSource }, { askOver }] = await Promise.all([
    import('./control/manual/control.ts'),
    import('./control/manual/question.ts'),
  ])
  return manualSource(askOver(channel))
}
