import { describe, inject, test } from 'vitest'
import { loadCatalog } from './catalog.ts'
import { clausesTried } from './clauses.ts'
import { loadSource } from './control/load.ts'
import { manualSource } from './control/manual/control.ts'
import { askOver } from './control/manual/question.ts'
import type { ControlSource } from './control/source.ts'
import { replayCatalog } from './replay/catalog.ts'
import type { RuleResult, TargetResult } from './report/results.ts'
import { atRevision, REVISION } from './revision.ts'
import type { Variant } from './rule.ts'
import { quietAmong } from './session/quiet.ts'
import { startSession } from './session/session.ts'
import { MANUAL, type Settings } from './settings.ts'
import { tapeFor } from './tape/file.ts'

declare module 'vitest' {
  interface ProvidedContext {
    settings: Settings
    /** Name of the BroadcastChannel for progress and for the word to stop. */
    channel: string
  }
  interface TaskMeta {
    conformance?: Conformance
  }
}

/** What a test hands to the reporter: plain JSON. */
export interface Conformance {
  readonly rule: RuleResult
  readonly target: Pick<
    TargetResult,
    'requests' | 'retries' | 'slowed' | 'stopped' | 'cut' | 'clauses' | 'leftovers'
  > & {
    readonly unrecorded?: string
  }
}

const BEAT_MS = 250

/** One test per rule of the variant. The session runs them; a test only waits for its rule's result. */
export async function suite(variant: Variant): Promise<void> {
  const settings = inject('settings')
  const supplied = settings.targets.find((target) => target.variant === variant)
  if (!supplied) return
  const whole = atRevision(await loadCatalog(variant), settings.catalogue ?? REVISION)
  const catalog = settings.replay ? replayCatalog(whole, settings.replay) : whole
  const channel = new BroadcastChannel(inject('channel'))
  const source = await sourceOf(settings.control, channel)
  const openTape = tapeFor(settings, supplied)
  const session = startSession(settings, supplied, catalog, source, quietAmong(inject('channel')), { openTape })
  // The other variant's progress comes by the same channel.
  channel.onmessage = ({ data }) => 'stop' in data && session.stop()
  const beat = setInterval(() => channel.postMessage({ variant, ...session.progress() }), BEAT_MS)
  const ended = Promise.all(catalog.rules.map(({ id }) => session.result(id)))
  const closed = ended.then(async (results) => {
    clearInterval(beat)
    await session.close()
    channel.close()
    return results
  })

  describe.concurrent(variant, () => {
    test.for(catalog.rules.map(({ id }) => id))('%s', async (id, { task, skip }) => {
      const rule = await session.result(id)
      const clauses = clausesTried(catalog, await closed)
      const { requests, retries, slowed } = session.progress()
      const [stopped, cut] = [session.stopped(), session.cut()]
      const [leftovers, unrecorded] = [session.leftovers(), session.unrecorded()]
      const target = { requests, retries, slowed, stopped, cut, clauses, leftovers, unrecorded }
      task.meta.conformance = { rule, target }
      if (rule.status === 'skipped') skip(rule.reason)
      if (rule.status === 'failed') throw new Error(rule.failure?.summary)
    })
  })
}

async function sourceOf(
  control: Settings['control'],
  channel: InstanceType<typeof BroadcastChannel>,
): Promise<ControlSource | undefined> {
  if (!control) return undefined
  return control.file === MANUAL ? manualSource(askOver(channel)) : loadSource(control)
}
