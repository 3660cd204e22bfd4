import type { Exchange } from '../core/exchange.ts'
import { canonical, type Json, writeJson } from '../core/json.ts'
import { isArray, isObject, own } from '../core/json-values.ts'
import type { Difference } from '../core/results.ts'
import { excerpts } from './excerpts.ts'

/** Labels of the two sides: `by X-Api-Key` and `by Bearer`. */
export type Sides = readonly [one: string, other: string]

const NOTHING = '(absent)'

/** The difference of two texts; undefined if they are equal. */
export function between(at: string, sides: Sides, values: readonly [string, string]): Difference | undefined {
  if (values[0] === values[1]) return undefined
  const [one, other] = excerpts(values)
  return { at, one: { label: sides[0], text: one }, other: { label: sides[1], text: other } }
}

/** The difference in one header. `name` is in lower case. */
export function ofHeader(one: Exchange, other: Exchange, sides: Sides, name: string): Difference | undefined {
  const wire = [one, other].flatMap((x) => x.response?.headers ?? []).find(([n]) => n.toLowerCase() === name)
  return between(`header ${wire?.[0] ?? name}`, sides, [headerOf(one, name), headerOf(other, name)])
}

export function ofHeaderOrder(one: Exchange, other: Exchange, sides: Sides): Difference | undefined {
  return between('header order', sides, [namesOf(one).join(', '), namesOf(other).join(', ')])
}

/** The first differing byte of two bodies, counted from 1. */
export function ofBodies(one: Exchange, other: Exchange, sides: Sides): Difference | undefined {
  const [a, b] = [one.response?.text, other.response?.text]
  if (a === b) return undefined
  if (a === undefined || b === undefined) return between('body', sides, [faultOf(one), faultOf(other)])
  return between(`body, byte ${firstByte(a, b)}`, sides, [a || '(empty)', b || '(empty)'])
}

/** The first differing property or element of two JSON values, by its path, as `items[0].name`. Ignores the order of properties. */
export function ofJson(
  one: Json | undefined,
  other: Json | undefined,
  sides: Sides,
  path = '',
): Difference | undefined {
  if (one !== undefined && other !== undefined && canonical(one) === canonical(other)) return undefined
  if (isArray(one) && isArray(other)) return ofElements(one, other, sides, path)
  if (!isObject(one) || !isObject(other)) return between(path || 'body', sides, [written(one), written(other)])
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  for (const name of names) {
    const found = ofJson(own(one, name), own(other, name), sides, path ? `${path}.${name}` : name)
    if (found) return found
  }
  return undefined
}

function ofElements(one: readonly Json[], other: readonly Json[], sides: Sides, path: string): Difference | undefined {
  for (let i = 0; i < Math.max(one.length, other.length); i++) {
    const found = ofJson(one[i], other[i], sides, `${path}[${i}]`)
    if (found) return found
  }
  return undefined
}

/** The first differing element of two lists. `from`: offset of their first element, from 0. */
export function ofRecords(
  one: readonly Json[],
  other: readonly Json[],
  sides: Sides,
  { what = 'record', from = 0 }: { readonly what?: string; readonly from?: number } = {},
): Difference | undefined {
  for (let i = 0; i < Math.max(one.length, other.length); i++) {
    const found = between(`${what} ${from + i + 1}`, sides, [written(one[i]), written(other[i])])
    if (found) return found
  }
  return undefined
}

const written = (value: Json | undefined): string => (value === undefined ? NOTHING : writeJson(value))

const namesOf = ({ response }: Exchange): string[] => (response?.headers ?? []).map(([name]) => name.toLowerCase())

function headerOf({ response }: Exchange, name: string): string {
  const values = (response?.headers ?? []).filter(([n]) => n.toLowerCase() === name).map(([, value]) => value)
  return values.length === 0 ? NOTHING : values.join(', ')
}

const faultOf = ({ response }: Exchange): string => (response?.text === undefined ? `(${response?.fault})` : 'text')

function firstByte(a: string, b: string): number {
  const [x, y] = [Buffer.from(a), Buffer.from(b)]
  let i = 0
  while (i < x.length && x[i] === y[i]) i++
  return i + 1
}
