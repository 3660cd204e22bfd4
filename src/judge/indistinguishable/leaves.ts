import type { Json } from '../../client/json.ts'

/** A value that is not an object or a list, and where it stands: `error.code`, `details[0].field`. */
export interface Leaf {
  readonly path: string
  readonly kind: string
  readonly text: string
}

/** In document order; empty objects and lists are leaves too. */
export function leavesOf(json: Json, path = ''): Leaf[] {
  if (json === null || typeof json !== 'object') return [{ path, kind: kindOf(json), text: String(json) }]
  if (isList(json)) {
    if (json.length === 0) return [{ path, kind: 'list', text: '[]' }]
    return json.flatMap((item, i) => leavesOf(item, `${path}[${i}]`))
  }
  const members = Object.entries(json)
  if (members.length === 0) return [{ path, kind: 'object', text: '{}' }]
  return members.flatMap(([name, value]) => leavesOf(value, path === '' ? name : `${path}.${name}`))
}

const kindOf = (json: Json): string => (json === null ? 'null' : typeof json)

const isList = (json: Json): json is readonly Json[] => Array.isArray(json)
