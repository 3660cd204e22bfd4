import { canonical, type Json, writeJson } from '../client/json.ts'

/** An observation as a sentence speaks of it: `200 (data 100 records)`. */
export function inWords(value: Json): string {
  if (typeof value === 'string') return value
  if (!isObject(value)) return writeJson(value)
  const { status, ...rest } = value
  const more = Object.entries(rest).map(([name, part]) => `${name} ${inWords(part)}`)
  if (status === undefined) return more.join(', ') || 'nothing'
  return more.length === 0 ? `${inWords(status)}` : `${inWords(status)} (${more.join(', ')})`
}

/** What of an observation changed, one line each: `per_page=101: 400 (code x), now 200 (data 100 records)`. */
export function driftLines(before: Json, after: Json): string[] {
  if (!isObject(before) || !isObject(after) || 'status' in before || 'status' in after)
    return [`${inWords(before)}, now ${inWords(after)}`]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .filter((name) => !same(before[name], after[name]))
    .map((name) => `${name}: ${told(before[name])}, now ${told(after[name])}`)
}

const told = (value: Json | undefined): string => (value === undefined ? 'not there' : inWords(value))

const same = (one: Json | undefined, other: Json | undefined): boolean =>
  one === undefined || other === undefined ? one === other : canonical(one) === canonical(other)

type Fields = { readonly [name: string]: Json }

const isObject = (value: Json): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
