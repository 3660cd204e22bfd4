import type { Json } from './json.ts'

export type JsonObject = { readonly [name: string]: Json }

export const isObject = (json: Json | undefined): json is JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

export const isArray = (json: Json | undefined): json is readonly Json[] => Array.isArray(json)

/** JSON has no integer type: 25 and 25.0 are the same number, and both are integers. */
export const isInteger = (json: Json | undefined): json is number | bigint =>
  typeof json === 'bigint' || Number.isInteger(json)

/** A member of an object's own: a server may name its members `toString` or `__proto__`. */
export const own = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** A member by its path, `pagination.total`; undefined where there is none. */
export function at(json: Json | undefined, path: string): Json | undefined {
  let here = json
  // Not split: this is asked several times of each answer.
  for (let from = 0, to = 0; to >= 0; from = to + 1) {
    if (!isObject(here)) return undefined
    to = path.indexOf('.', from)
    here = own(here, to < 0 ? path.slice(from) : path.slice(from, to))
  }
  return here
}

/** A value with its type, for people: `string "25"`, `nothing`, `array of 3`. */
export function describe(json: Json | undefined): string {
  if (json === undefined) return 'nothing'
  if (json === null) return 'null'
  if (isArray(json)) return `an array of ${json.length}`
  if (isObject(json)) return `an object with ${Object.keys(json).slice(0, 8).map(cut).join(', ') || 'no members'}`
  if (typeof json === 'string') return `the string ${JSON.stringify(cut(json))}`
  return `${typeof json === 'boolean' ? json : `the number ${json}`}`
}

const cut = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text)
