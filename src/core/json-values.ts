import type { Json } from './json.ts'

export type JsonObject = { readonly [name: string]: Json }

export const isObject = (json: Json | undefined): json is JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

export const isArray = (json: Json | undefined): json is readonly Json[] => Array.isArray(json)

/** JSON has no integer type: 25.0 is an integer, too. */
export const isInteger = (json: Json | undefined): json is number | bigint =>
  typeof json === 'bigint' || Number.isInteger(json)

/** An own property: a server may name its properties `toString` or `__proto__`. */
export const own = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** A property by its path, `pagination.total`; undefined if missing. */
export function at(json: Json | undefined, path: string): Json | undefined {
  let value = json
  // Avoids `split`: this runs several times for each response.
  for (let from = 0, to = 0; to >= 0; from = to + 1) {
    if (!isObject(value)) return undefined
    to = path.indexOf('.', from)
    value = own(value, to < 0 ? path.slice(from) : path.slice(from, to))
  }
  return value
}

/** Describes a value and its type: `the string "25"`, `missing`, `an array of 3`. */
export function describe(json: Json | undefined): string {
  if (json === undefined) return 'missing'
  if (json === null) return 'null'
  if (isArray(json)) return `an array of ${json.length}`
  if (isObject(json)) return `an object with ${fields(Object.keys(json))}`
  if (typeof json === 'string') return `the string ${JSON.stringify(truncate(json))}`
  return `${typeof json === 'boolean' ? json : `the number ${json}`}`
}

function fields(names: readonly string[]): string {
  if (names.length === 0) return 'no fields'
  const more = names.length > 8 ? ` and ${names.length - 8} more` : ''
  return `the field${names.length === 1 ? '' : 's'} ${names.slice(0, 8).map(truncate).join(', ')}${more}`
}

const truncate = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text)
