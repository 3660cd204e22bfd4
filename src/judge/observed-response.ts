import { type Exchange, headerValues, type Response } from '../core/exchange.ts'
import type { Json } from '../core/json.ts'
import { at, isArray, isObject } from '../core/json-values.ts'

/**
 * Summarizes a response without values that change between responses (ids, dates, texts): status, error code and the named
 * properties, arrays by their length. `isWhole`: whether a body contains the whole list, whose length may change.
 */
// Stryker disable next-line ArrayDeclaration: no response has a property of that name
export function observedResponse(
  x: Exchange,
  members: readonly string[] = [],
  isWhole: (json: Json) => boolean = () => false,
): Json {
  if (!x.response) return { noAnswer: x.problem?.kind ?? 'unknown' }
  const { status, json, bytes } = x.response
  if (json === undefined) return { status, body: bytes === 0 ? 'empty' : 'not JSON' }
  const code = at(json, 'error.code')
  const whole = isWhole(json)
  const values = members.map((name) => [name, sized(at(json, name), whole)] as const)
  const shown = values.filter(([, value]) => value !== undefined)
  return { status, ...(typeof code === 'string' && { code }), ...(Object.fromEntries(shown) as Record<string, Json>) }
}

function sized(json: Json | undefined, whole: boolean): Json | undefined {
  if (isArray(json)) return whole ? 'all records' : `${json.length} records`
  return typeof json === 'bigint' ? String(json) : json
}

/** The type of a value: `integer`, `number`, `string`, `array of string`, `object`, ... */
export function typeOf(json: Json | undefined): string {
  if (json === undefined) return 'absent'
  if (json === null) return 'null'
  if (typeof json === 'bigint') return 'integer'
  if (typeof json === 'number') return Number.isInteger(json) ? 'integer' : 'number'
  if (isArray(json)) return json.length === 0 ? 'array' : `array of ${unionOf(json)}`
  return typeof json
}

const unionOf = (values: readonly (Json | undefined)[]): string => [...new Set(values.map(typeOf))].sort().join(' | ')

/** The fields of records with their types; `absent` if some records lack a field. */
export function fieldsOf(records: readonly Json[]): Json {
  const objects = records.filter(isObject)
  if (objects.length === 0) return records.length === 0 ? 'no record to look at' : unionOf(records)
  // Grouping keeps this linear: there may be many records, with many different fields.
  const values = Map.groupBy(objects.flatMap(Object.entries) as [string, Json][], ([name]) => name)
  const lacking = (of: readonly unknown[]) => (of.length < objects.length ? [undefined] : [])
  const types = [...values].map(([name, of]) => [name, unionOf([...of.map(([, v]) => v), ...lacking(of)])] as const)
  return Object.fromEntries(types.sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Replaces words that contain a digit, such as request ids and times, by `#`. */
// Matching the digit inside the pattern would take quadratic time for long words.
export const steady = (text: string): string => text.replace(/[\w:.+-]+/g, (word) => (/\d/.test(word) ? '#' : word))

/** The Content-Type as the server writes it, with parameters; `none` without one. */
export const contentType = (response: Response): string => headerValues(response, 'content-type').join(', ') || 'none'

const LIMITS = /^(x-)?rate-?limit|^retry-after$/i

/** Names of the rate limit headers, without their values, which change with every response. */
export const limitHeaders = (response: Response): string[] =>
  [...new Set(response.headers.map(([name]) => name.toLowerCase()))].filter((name) => LIMITS.test(name)).sort()
