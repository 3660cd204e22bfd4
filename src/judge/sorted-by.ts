import type { Json } from '../core/json.ts'
import { isObject } from '../core/json-values.ts'

/** Values that an order needs to be no chance. */
const LEAST = 5
const NAME = /^\w{1,40}$/

/**
 * The fields by which records are sorted, in words: `updated_at`, `name, descending`. Undefined if there is none, or more than two, as
 * of records that are all alike.
 */
export function sortedBy(records: readonly Json[]): string | undefined {
  const objects = records.filter(isObject)
  if (objects.length < LEAST || objects.length < records.length) return undefined
  const found = Object.keys(objects[0]!).flatMap((name) => {
    const values = objects.map((record) => record[name])
    const way = NAME.test(name) && new Set(values).size >= LEAST && directionOf(values)
    return way ? [`${name}${way === 'descending' ? ', descending' : ''}`] : []
  })
  return found.length === 1 || found.length === 2 ? found.join(' or ') : undefined
}

function directionOf(values: readonly (Json | undefined)[]): 'ascending' | 'descending' | undefined {
  const [type] = new Set(values.map((value) => typeof value))
  if ((type !== 'string' && type !== 'number') || values.some((value) => typeof value !== type)) return undefined
  const ordered = values as readonly string[]
  if (ordered.every((value, i) => i === 0 || ordered[i - 1]! <= value)) return 'ascending'
  return ordered.every((value, i) => i === 0 || ordered[i - 1]! >= value) ? 'descending' : undefined
}
