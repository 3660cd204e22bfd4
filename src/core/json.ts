import { duplicateMembers } from './json-duplicates.ts'
import { longIntegersIn } from './long-integers.ts'

export type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [name: string]: Json }

export interface Parsed {
  readonly json?: Json
  /** Why there is no `json`. Never quotes the text, which may hold a secret. */
  readonly fault?: string
  /** Members that one object holds twice, as paths: `pagination.total`, `data[3].id`. */
  readonly duplicates: readonly string[]
}

/** Deeper than any documented body by far, and shallow enough that every recursion over a parsed body ends. */
export const MAX_DEPTH = 500

type Reviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown

// TypeScript 7.0 does not know these parts of ES2026 yet.
const { parse, rawJSON } = JSON as unknown as {
  parse(text: string, reviver?: Reviver): Json
  rawJSON(text: string): unknown
}

/** Strict and lossless: integers beyond 2^53 become bigint. Never throws. */
export function parseJson(text: string): Parsed {
  if (text.startsWith('\uFEFF')) return { fault: 'not JSON: a byte order mark stands before it', duplicates: [] }
  try {
    if (text.length > LARGE && isDeep(text)) throw new TooDeep()
    const plain = parse(text)
    const members = countMembers(plain, 0)
    const json = mayLoseDigits(text) ? parse(text, lossless) : plain
    return { json, duplicates: members === countNames(text) ? [] : duplicateMembers(text) }
  } catch (error) {
    return { fault: faultOf(error as Error), duplicates: [] }
  }
}

/** The value of a text of which `parseJson` has told it before. */
export const readJson = (text: string): Json => (mayLoseDigits(text) ? parse(text, lossless) : parse(text))

/** A revived parse takes seven times as long: only where the text holds an integer that may have lost digits. */
const mayLoseDigits = (text: string): boolean => longIntegersIn(text.length, (at) => text.charCodeAt(at), 1) > 0

/** Characters, from which on a text is looked at before it is parsed: a hundred thousand levels cost megabytes. */
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

/** Where the string that begins at `start` ends. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (text[before] === '\\') before--
    // Each backslash stands for the next one, or for the quotation mark.
    if ((at - before) % 2 === 1) return at
  }
  return text.length
}

/** No integer of a documented body is nearly as long; longer ones take seconds to convert, and are Infinity. */
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
    // Not Object.values: this loop runs over every body.
    for (const name in members) if (Object.hasOwn(members, name)) count += 1 + countMembers(members[name]!, depth + 1)
  }
  return count
}

/**
 * The number of colons that follow a quotation mark: at least the number of members that the text spells out, so that as many
 * were parsed means that no two had one name.
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

/** The inverse of `parseJson`: bigints are written with all their digits. */
export function writeJson(json: Json, indent?: number): string {
  return JSON.stringify(json, (_name, value) => writable(value), indent)
}

/** The same text for the same value, whatever the order of members. */
export function canonical(json: Json): string {
  if (typeof json !== 'object' || json === null) return JSON.stringify(writable(json))
  if (Array.isArray(json)) return `[${json.map(canonical).join(',')}]`
  const object = json as { readonly [name: string]: Json }
  const members = Object.keys(object).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(object[name]!)}`).join(',')}}`
}

/** Whether `canonical` makes the same text of both: without making it, since whole pages are compared. */
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

/** `1e400` is valid JSON, and Infinity once it is parsed. */
function writable(value: unknown): unknown {
  if (typeof value === 'bigint') return rawJSON(String(value))
  if (value === Infinity || value === -Infinity) return rawJSON(value > 0 ? '1e999' : '-1e999')
  return value
}
