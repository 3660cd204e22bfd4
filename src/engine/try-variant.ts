import type { MessagePort } from 'node:worker_threads'
import { loadCatalog } from '../core/catalog.ts'
import { atRevision, REVISION } from '../core/revision.ts'
import { MANUAL, type Settings } from '../core/settings.ts'
import { loadSource } from './control/load-control-module.ts'
import type { ControlSource } from './control/source.ts'
import { maskOutput } from './mask-output.ts'
import { tapeFor } from './recording/file.ts'
import { quietAmong } from './session/quiet.ts'
import { startSession } from './session/session.ts'
import { tell } from './tell.ts'
import type { Given, Told } from './told.ts'

const BEAT_MS = 250

/** Tries every rule of one variant, and tells over the port how far it is. */
export async function attempt({ settings, target, run, port }: Given): Promise<Told> {
  const { variant } = target
  const known = atRevision(await loadCatalog(variant), settings.catalogue ?? REVISION)
  const catalog = settings.replay
    ? (await import('./replay/catalog.ts')).replayCatalog(known, settings.replay, settings)
    : known
  const source = await sourceOf(settings.control, port)
  const openTape = tapeFor(settings, target)
  const session = startSession(settings, target, catalog, source, quietAmong(run), { openTape })
  maskOutput(session.redact)
  const report = () => port.postMessage({ variant, ...session.progress() })
  port.on('message', (said: object) => {
    if (!('stop' in said)) return
    session.stop()
    report()
  })
  const beat = setInterval(report, BEAT_MS)
  const told = await tell(session, catalog)
  clearInterval(beat)
  port.close()
  return told
}

async function sourceOf(control: Settings['control'], port: MessagePort): Promise<ControlSource | undefined> {
  if (!control) return undefined
  if (control.file !== MANUAL) return loadSource(control)
  const [{ manualSource }, { askOver }] = await Promise.all([
    import('./control/manual/control.ts'),
    import('./control/manual/question.ts'),
  ])
  return manualSource(askOver(port))
}
