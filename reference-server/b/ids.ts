import type { Site } from '../site.ts'
import type { ListName } from '../types.ts'

/** The stored id behind an id as the API shows it. */
export function storedId(list: ListName, shown: string, site: Site): number | undefined {
  const slot = `ids:${list}`
  const known = site.memory.get(slot) as Map<string, number> | undefined
  if (known) return known.get(shown)
  const ids = site.store.items.ids(list)
  const made = new Map(ids.map((id) => [String(site.behaviour.bItemId(list, id)), id]))
  site.memory.set(slot, made)
  return made.get(shown)
}
