import { duplicateKeys } from './duplicate-keys.ts'
import { longIntegersIn } from './long-integers.ts'

export type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [name: string]: Json }

export interface Parsed {
  readonly json?: Json
  /** Why there is no `json`. Never quotes the text, which may hold a secret. */
  readonly fault?: string
  /** Paths of duplicate properties: `pagination.total`, `data[3].id`. */
  readonly duplicates: readonly string[]
}

/** Maximum nesting: far deeper than any documented body, and shallow enough for recursion. */
export const MAX_DEPTH = 500

type Reviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown

// TypeScript 7.0 has no types for these parts of ES2026.
const { parse, rawJSON } = JSON as unknown as {
  parse(text: string, reviver?: Reviver): Json
  rawJSON(text: string): unknown
}

/** Parses JSON strictly and without loss: integers beyond 2^53 become bigint. Never throws. */
export function parseJson(text: string): Parsed {
  if (text.startsWith('\uFEFF')) return { fault: 'not JSON: it begins with a byte order mark', duplicates: [] }
  try {
    if (text.length > LARGE && isDeep(text)) throw new TooDeep()
    const plain = parse(text)
    const members = countMembers(plain, 0)
    const json = mayLoseDigits(text) ? parse(text, lossless) : plain
    return { json, duplicates: members === countNames(text) ? [] : duplicateKeys(text) }
  } catch (error) {
    return { fault: faultOf(error as Error), duplicates: [] }
  }
}

/** The value of a text that `parseJson` has accepted before. */
export const readJson = (text: string): Json => (mayLoseDigits(text) ? parse(text, lossless) : parse(text))

/** Detects integers that may lose digits: only they justify a reviver, which makes parsing seven times slower. */
const mayLoseDigits = (text: string): boolean => longIntegersIn(text.length, (at) => text.charCodeAt(at), 1) > 0

/** Length in characters above which the depth is checked before parsing: parsing 100,000 levels takes megabytes. */
const LARGE = 32 * 1024

function isDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '"') at = endOfString(text, at)
    else if (char === '[' || char === '{') depth++
    else if (char === ']' || char === '}') depth--
    if (depth > MAX_DEPTH) return true
  }
  return false
}

/** Index of the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (text[before] === '\\') before--
    // An even number of backslashes escapes only themselves, not the quote.
    if ((at - before) % 2 === 1) return at
  }
  return text.length
}

/** Longer integers take seconds to convert; they stay Infinity. No documented integer comes close. */
const LONG_INTEGER = /^-?\d{1,1000}$/

const lossless: Reviver = (_name, value, { source = '' }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && LONG_INTEGER.test(source) ? BigInt(source) : value

const WHITE = ' \t\r\n'

class TooDeep extends Error {}

function countMembers(json: Json, depth: number): number {
  if (typeof json !== 'object' || json === null) return 0
  if (depth >= MAX_DEPTH) throw new TooDeep()
  let count = 0
  if (Array.isArray(json)) for (const item of json) count += countMembers(item, depth + 1)
  else {
    const members = json as Members
    // Faster than Object.values; this loop runs over every body.
    for (const name in members) if (Object.hasOwn(members, name)) count += 1 + countMembers(members[name]!, depth + 1)
  }
  return count
}

/**
 * Counts the colons that follow a quotation mark. This is an upper bound of the written properties: if as many were parsed,
 * the text has no duplicates.
 */
function countNames(text: string): number {
  let count = 0
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
    let before = colon - 1
    while (WHITE.includes(text[before]!)) before--
    if (text[before] === '"') count++
  }
  return count
}

function faultOf(error: Error): string {
  if (error instanceof TooDeep) return `nested deeper than ${MAX_DEPTH} levels`
  const message = error.message.replace(/, ".*$/s, '')
  return /^[A-Z]/.test(message) ? `not JSON: ${message}` : 'not JSON'
}

/** Serializes JSON, the inverse of `parseJson`: bigints keep all digits. */
export function writeJson(json: Json, indent?: number): string {
  return JSON.stringify(json, (_name, value) => writable(value), indent)
}

/** Serializes a value with sorted property names. */
export function canonical(json: Json): string {
  if (typeof json !== 'object' || json === null) return JSON.stringify(writable(json))
  if (Array.isArray(json)) return `[${json.map(canonical).join(',')}]`
  const object = json as { readonly [name: string]: Json }
  const members = Object.keys(object).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(object[name]!)}`).join(',')}}`
}

/** Whether both values have the same canonical text; faster than comparing the texts. */
export function isSame(one: Json, other: Json): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return typeof one !== typeof other && canonical(one) === canonical(other)
  if (Array.isArray(one) || Array.isArray(other))
    return Array.isArray(one) && Array.isArray(other) && one.length === other.length && one.every(sameAs(other))
  const [object, another] = [one, other] as [Members, Members]
  let members = 0
  for (const name in object) {
    if (!Object.hasOwn(object, name)) continue
    if (!Object.hasOwn(another, name) || !isSame(object[name]!, another[name]!)) return false
    members++
  }
  for (const name in another) if (Object.hasOwn(another, name)) members--
  return members === 0
}

type Members = { readonly [name: string]: Json }
const sameAs = (other: readonly Json[]) => (item: Json, i: number) => isSame(item, other[i]!)

/** `1e400` is valid JSON and parses to Infinity. */
function writable(value: unknown): unknown {
  if (typeof value === 'bigint') return rawJSON(String(value))
  if (value === Infinity || value === -Infinity) return rawJSON(value > 0 ? '1e999' : '-1e999')
  return value
}
