import type { Json } from '../core/json.ts'
import { isArray, isObject } from '../core/json-values.ts'

/** `unheard`: the details do not contain the name. `nowhere`: no details exist and the body does not contain the name. */
export type NamedParameter = 'in details' | 'outside' | 'unheard' | 'nowhere'

/** Where a body names a parameter. The structure of `details` does not matter. */
export function namedParameter(json: Json | undefined, name: string): NamedParameter {
  const details = detailsIn(json)
  if (details.length > 0) return details.some((found) => isNamed(found, name)) ? 'in details' : 'unheard'
  return isNamed(json, name) ? 'outside' : 'nowhere'
}

/** The values of all properties called `details`, at any depth. */
export function detailsIn(json: Json | undefined): Json[] {
  if (isArray(json)) return json.flatMap(detailsIn)
  if (!isObject(json)) return []
  return Object.entries(json).flatMap(([name, value]) => (name === 'details' ? [value] : detailsIn(value)))
}

/** Whether a property name or a text contains the name as a whole word: `size`, `query.size`, `size: too large`. */
export function isNamed(json: Json | undefined, name: string): boolean {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])${name}(?![\\p{L}\\p{N}_])`, 'iu')
  const contains = (value: Json | undefined): boolean => {
    if (typeof value === 'string') return pattern.test(value)
    if (isArray(value)) return value.some(contains)
    return isObject(value) && Object.entries(value).some(([key, inner]) => pattern.test(key) || contains(inner))
  }
  return contains(json)
}
