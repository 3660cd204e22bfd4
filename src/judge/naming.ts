import type { Json } from '../core/json.ts'
import { isArray, isObject } from '../core/json-values.ts'

/** `unheard`: there are details, and none of them holds the name; `nowhere`: there are none, and the rest does not hold it either. */
export type Naming = 'in details' | 'outside' | 'unheard' | 'nowhere'

/** Where a body names a parameter, whatever structure its members called `details` have. */
export function namingOf(json: Json | undefined, name: string): Naming {
  const details = detailsIn(json)
  if (details.length > 0) return details.some((found) => names(found, name)) ? 'in details' : 'unheard'
  return names(json, name) ? 'outside' : 'nowhere'
}

/** The values of all members called `details`, at any depth. */
function detailsIn(json: Json | undefined): Json[] {
  if (isArray(json)) return json.flatMap(detailsIn)
  if (!isObject(json)) return []
  return Object.entries(json).flatMap(([name, value]) => (name === 'details' ? [value] : detailsIn(value)))
}

/** Whether the name stands as a word of its own in a member's name or a text: `size`, `query.size`, `size: too large`. */
function names(json: Json | undefined, name: string): boolean {
  const word = new RegExp(`(?<![\\p{L}\\p{N}_])${name}(?![\\p{L}\\p{N}_])`, 'iu')
  const look = (value: Json | undefined): boolean => {
    if (typeof value === 'string') return word.test(value)
    if (isArray(value)) return value.some(look)
    return isObject(value) && Object.entries(value).some(([key, inner]) => word.test(key) || look(inner))
  }
  return look(json)
}
