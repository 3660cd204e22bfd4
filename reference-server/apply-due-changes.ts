import { appendRow, createUser } from './data-changes.ts'
import type { Site } from './site.ts'
import { FIRST } from './store/seed-companies.ts'

const LARGE_DATASET = 1

/** Applies the changes that other clients would have made since the last request, without a timer. */
export function applyDueChanges(site: Site): void {
  const { behaviour: b } = site
  due(site, 'user', b.userEveryMs(), () => createUser(site, FIRST))
  due(site, 'row', b.rowEveryMs(), () => appendRow(site, LARGE_DATASET))
}

function due(site: Site, what: string, everyMs: number, act: () => void): void {
  if (everyMs <= 0) return
  const slot = `world:${what}`
  const now = performance.now()
  const last = (site.memory.get(slot) as number | undefined) ?? now
  const times = Math.floor((now - last) / everyMs)
  site.memory.set(slot, last + times * everyMs)
  for (let i = 0; i < times; i++) act()
}
