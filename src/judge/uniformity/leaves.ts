import type { Json } from '../../core/json.ts'
import { shorten } from './shorten.ts'

/** A scalar value or an empty container, with its path: `error.code`, `details[0].field`. */
export interface Leaf {
  readonly path: string
  readonly kind: string
  readonly text: string
}

/** Maximum number of leaves; features of the whole body cover the rest. */
const MOST = 250

/** The leaves of a value in document order, including empty objects and lists. */
export function leavesOf(json: Json): Leaf[] {
  const found: Leaf[] = []
  for (const leaf of leavesAt(json, '')) if (found.push({ ...leaf, path: shorten(leaf.path) }) === MOST) break
  return found
}

function* leavesAt(json: Json, path: string): Generator<Leaf> {
  if (json === null || typeof json !== 'object') yield { path, kind: kindOf(json), text: String(json) }
  else if (isList(json)) {
    if (json.length === 0) yield { path, kind: 'list', text: '[]' }
    for (let i = 0; i < json.length; i++) yield* leavesAt(json[i]!, `${path}[${i}]`)
  } else {
    const names = Object.keys(json)
    if (names.length === 0) yield { path, kind: 'object', text: '{}' }
    for (const name of names) yield* leavesAt(json[name]!, path === '' ? name : `${path}.${name}`)
  }
}

const kindOf = (json: Json): string => (json === null ? 'null' : typeof json)

const isList = (json: Json): json is readonly Json[] => Array.isArray(json)
