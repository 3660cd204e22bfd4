import { type Exchange, headerValues, type Response } from '../core/exchange.ts'
import type { Json } from '../core/json.ts'
import { at, isArray, isObject } from '../core/json-values.ts'

/**
 * What a client sees of an answer, without what changes from one answer to the next (ids, dates, texts): status, error code,
 * and the named members, arrays by their length. `isWhole`: the answer holds all that there is, whose length changes.
 */
// Stryker disable next-line ArrayDeclaration: no answer has a member of that name
export function seen(
  x: Exchange,
  members: readonly string[] = [],
  isWhole: (json: Json) => boolean = () => false,
): Json {
  if (!x.response) return { noAnswer: x.problem?.kind ?? 'unknown' }
  const { status, json, bytes } = x.response
  if (json === undefined) return { status, body: bytes === 0 ? 'empty' : 'not JSON' }
  const code = at(json, 'error.code')
  const whole = isWhole(json)
  const told = members.map((name) => [name, sized(at(json, name), whole)] as const)
  const shown = told.filter(([, value]) => value !== undefined)
  return { status, ...(typeof code === 'string' && { code }), ...(Object.fromEntries(shown) as Record<string, Json>) }
}

function sized(json: Json | undefined, whole: boolean): Json | undefined {
  if (isArray(json)) return whole ? 'all records' : `${json.length} records`
  return typeof json === 'bigint' ? String(json) : json
}

/** The type of a value: `integer`, `number`, `string`, `array of string`, `object`, ...; never the value. */
export function typeOf(json: Json | undefined): string {
  if (json === undefined) return 'absent'
  if (json === null) return 'null'
  if (typeof json === 'bigint') return 'integer'
  if (typeof json === 'number') return Number.isInteger(json) ? 'integer' : 'number'
  if (isArray(json)) return json.length === 0 ? 'array' : `array of ${unionOf(json)}`
  return typeof json
}

const unionOf = (values: readonly (Json | undefined)[]): string => [...new Set(values.map(typeOf))].sort().join(' | ')

/** The members that records have, each with its types over all of them; `absent` where some lack it. */
export function fieldsOf(records: readonly Json[]): Json {
  const objects = records.filter(isObject)
  if (objects.length === 0) return records.length === 0 ? 'no record to look at' : unionOf(records)
  // Each member is looked at once: records may be many, and all members may differ in name.
  const values = Map.groupBy(objects.flatMap(Object.entries) as [string, Json][], ([name]) => name)
  const lacking = (of: readonly unknown[]) => (of.length < objects.length ? [undefined] : [])
  const types = [...values].map(([name, of]) => [name, unionOf([...of.map(([, v]) => v), ...lacking(of)])] as const)
  return Object.fromEntries(types.sort(([one], [other]) => (one < other ? -1 : 1)))
}

// A word is taken as a whole before it is looked at: else a long one takes the square of its length.
/** A text without what may differ in each answer, such as the id of a request or a time: words that hold a digit. */
export const steady = (text: string): string => text.replace(/[\w:.+-]+/g, (word) => (/\d/.test(word) ? '#' : word))

/** The media type of an answer as the server writes it, parameters included; `none` without one. */
export const contentType = (response: Response): string => headerValues(response, 'content-type').join(', ') || 'none'

const LIMITS = /^(x-)?rate-?limit|^retry-after$/i

/** Names of the headers by which a server tells its limits; their counters change with every answer. */
export const limitHeaders = (response: Response): string[] =>
  [...new Set(response.headers.map(([name]) => name.toLowerCase()))].filter((name) => LIMITS.test(name)).sort()
