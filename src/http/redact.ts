import type { ShownSecret, Writing } from '../core/exchange.ts'
import { type Json, writeJson } from '../core/json.ts'
import { LruCache } from '../core/lru-cache.ts'
import { type Secrets, secretOf } from '../core/secret-text.ts'
import type { SuppliedKey } from '../core/settings.ts'
import { type Compact, compacted, decodings, type Range } from './undo-text-encoding.ts'

/** Masks secrets in what is recorded, written or printed. SECURITY.md states which forms of a secret it finds. */
export interface Redactor {
  /** The text with `****` in place of each secret and of what is joined to it. */
  redact(text: string): string
  /** The same for every text in a value; an array or object over which a secret is spread becomes `****`. */
  redactValue<Value>(value: Value): Value
  /** From here on this is a secret, too. */
  hide(secret: string): void
  /** The keys whose secret a text shows, at least a part of it. */
  keysShownIn(text: string): readonly ShownPart[]
}

/** A secret, or its longest part, in a text. */
export type ShownPart = Omit<ShownSecret, 'where'>

const MASK = '****'
/** Consecutive characters of a secret that must not be shown. */
const PART = 16
/** Characters per entry of the index. */
const GRAM = 8
/** Encodings of one another that are undone. */
const LAYERS = 4
/** Characters of clean texts that are remembered, and of one of them: most responses repeat an earlier one. */
const [MOST_CLEAN, LONGEST_CLEAN] = [1024 * 1024, 64 * 1024]

/** Secrets that are added to the map later are masked, too. `more`: further keys that are masked. */
export function createRedactor(secrets: Secrets, more: readonly SuppliedKey[] = []): Redactor {
  const index = createIndex()
  /** Each secret with the name of its key, if it has one. */
  const hidden = new Map<string, string | undefined>()
  const clean = new LruCache<string, true>(MOST_CLEAN)
  let known = 0
  function hide(secret: string, name?: string): void {
    if (hidden.has(secret)) return
    for (const form of [secret, ...bytesInBase64(secret)]) {
      hidden.set(form, name)
      index.add(form)
    }
    clean.clear()
  }
  function redact(text: string): string {
    // A map keeps its order: what was added is at its end.
    if (known < secrets.size) for (const [name, value] of [...secrets].slice(known)) hide(secretOf(value), name)
    known = secrets.size
    const isShort = text.length <= LONGEST_CLEAN
    if (text.length < GRAM || (isShort && clean.get(text))) return text
    const masked = mask(
      text,
      search(text, (some, compact) => index.find(some, compact)),
    )
    if (isShort && masked === text) clean.set(text, true, text.length)
    return masked
  }
  function keysShownIn(text: string): ShownPart[] {
    const longest = new Map<string, ShownPart>()
    const note = (
      { text: secret, secret: { length } }: Entry,
      characters: number,
      layers: readonly Writing[],
    ): void => {
      const key = hidden.get(secret)
      const whole = characters === length
      const isPlain = layers.length === 0 && (!whole || text.includes(secret))
      const written: readonly Writing[] = layers.length > 0 ? layers : ['in parts or other letter case']
      // Without a name, it is no key of the API.
      if (key && characters > (longest.get(key)?.characters ?? 0))
        longest.set(key, { key, characters, whole, ...(!isPlain && { written }) })
    }
    search(text, (some, compact, layers) =>
      index.find(some, compact, (entry, characters) => note(entry, characters, layers)),
    )
    return [...longest.values()]
  }
  for (const { env, value } of more) hide(secretOf(value), env)
  return { redact, redactValue: (value) => redactedValue(value, redact), hide: (secret) => hide(secret), keysShownIn }
}

/** A secret of hex may be stored and written as the bytes that it says. */
const bytesInBase64 = (secret: string): string[] =>
  /^[0-9a-f]{64}$/i.test(secret) ? [Buffer.from(secret, 'hex').toString('base64')] : []

function redactedValue<Value>(value: Value, redact: Redactor['redact']): Value {
  if (typeof value === 'string') return redact(value) as Value
  const isClean = (some: unknown): boolean => {
    const written = writeJson(some as Json) ?? ''
    return redact(written) === written
  }
  if (isClean(value)) return value
  if (typeof value !== 'object' || value === null) return MASK as Value
  const items = Object.entries(value).map(([name, item]) => [redact(name), redactedValue(item, redact)] as const)
  const redacted = Array.isArray(value) ? items.map(([, item]) => item) : Object.fromEntries(items)
  return (isClean(redacted) ? redacted : MASK) as Value
}

/** Finds secrets in a text that is not encoded. */
type Find = (text: string, compact: Compact, layers: readonly Writing[]) => Range[]

/** Where secrets are in a text, also where it is encoded. */
function search(text: string, find: Find, layers: readonly Writing[] = []): Range[] {
  const compact = compacted(text)
  const found = find(text, compact, layers)
  if (layers.length === LAYERS) return found
  for (const { written, text: decoded, rangeOf } of decodings(text, compact))
    for (const [from, to] of search(decoded, find, [...layers, written]))
      found.push([rangeOf(from)[0], rangeOf(to - 1)[1]])
  return found
}

/** The value of each byte as a case-insensitive base-36 digit. */
const VALUE = Uint8Array.from({ length: 256 }, (_, code) => Number.parseInt(String.fromCharCode(code), 36) || 0)

/** Hash of eight letters and digits, ignoring case. */
function hashAt(codes: Uint8Array, at: number): number {
  let hash = 0
  for (let i = at; i < at + GRAM; i++) hash = (hash << 4) ^ VALUE[codes[i]!]!
  return hash
}

interface Entry {
  /** The secret as it was given. */
  readonly text: string
  readonly secret: Uint8Array
  /** Where its eight characters begin. */
  readonly at: number
  /** The shortest run of characters that counts as a part of it. */
  readonly least: number
}

/** Called with each part of a secret that is found, and its length. */
type Note = (entry: Entry, characters: number) => void

/** Secrets by hashes of eight of their characters. Separators within them do not count. */
function createIndex() {
  const entries = new Map<number, Entry[]>()
  let stride = PART - GRAM + 1

  function add(text: string): void {
    const { codes: secret } = compacted(text)
    const least = leastOf(text)
    if (secret.length < least) return
    // Of each part, one place is looked at whose eight characters lie within it.
    stride = Math.min(stride, least - GRAM + 1)
    for (let at = 0; at + GRAM <= secret.length; at++) {
      const hash = hashAt(secret, at)
      entries.set(hash, [...(entries.get(hash) ?? []), { text, secret, at, least }])
    }
  }

  function find(_: string, { codes, placeOf }: Compact, note?: Note): Range[] {
    const found: Range[] = []
    for (let at = 0; at + GRAM <= codes.length; at += stride) {
      const known = entries.get(hashAt(codes, at))
      const part = known && partAround(codes, at, known, note)
      if (!part) continue
      found.push([placeOf(part[0]), placeOf(part[1] - 1) + 1])
      at = Math.max(at, part[1] - stride)
    }
    return found
  }
  return { add, find }
}

/** The part of a secret around a place where eight of its characters begin. */
function partAround(codes: Uint8Array, at: number, entries: readonly Entry[], note?: Note): Range | undefined {
  for (const entry of entries) {
    const { secret, at: own, least } = entry
    const isSame = (by: number): boolean => VALUE[codes[at + by]!] === VALUE[secret[own + by]!]
    let [start, end] = [0, 0]
    while (own + end < secret.length && isSame(end)) end++
    while (own + start > 0 && isSame(start - 1)) start--
    if (end - start < least) continue
    note?.(entry, end - start)
    return [at + start, at + end]
  }
  return undefined
}

/** Sixteen characters of a key of another form may hold separators; of a shorter key all letters and digits count. */
function leastOf(secret: string): number {
  const parts = Array.from({ length: Math.max(1, secret.length - PART + 1) }, (_, i) => secret.slice(i, i + PART))
  return Math.max(GRAM, Math.min(...parts.map((part) => compacted(part).codes.length)))
}

function mask(text: string, ranges: Range[]): string {
  let masked = ''
  let done = 0
  for (const [from, to] of ranges.sort(([a], [b]) => a - b)) {
    if (to <= done) continue
    let start = Math.max(from, done)
    while (start > done && isJoined(text, start - 1)) start--
    if (start > done || done === 0) masked += text.slice(done, start) + MASK
    done = to
    while (isJoined(text, done)) done++
    // A backslash at the end belongs to the character after it: JSON stays JSON.
    while (done > to && text[done - 1] === '\\') done--
  }
  return masked + text.slice(done)
}

/** Letters, digits, and what begins an escape: a mutated key goes as a whole. `_` is none of them, so that key_ids stay readable. */
const isJoined = (text: string, at: number): boolean => /[0-9A-Za-z\\%]/.test(text[at] ?? '')

/** Longer than a key_id, which may be shown. */
const LONG_HEX = /[0-9a-f]{17,}/gi
const HEX_GROUPS = /(?<![0-9a-z])[0-9a-f]+(?:[^0-9a-z]+[0-9a-f]+){3,}/gi
const SECRET_LENGTH = 64

/** For texts that may repeat a key that the suite does not know: masks what could be one. */
export const withoutKeys = (text: string): string => mask(text, search(text, keyLike))

function keyLike(text: string): Range[] {
  const groups = [...text.matchAll(HEX_GROUPS)].filter(([match]) => isSplitSecret(match.split(/[^0-9a-z]+/i)))
  return [...text.matchAll(LONG_HEX), ...groups].map(({ index, 0: match }) => [index, index + match.length])
}

/** Groups of one length, most of them: those of UUIDs and of times differ. */
function isSplitSecret(groups: readonly string[]): boolean {
  const digits = groups.join('')
  const { length } = groups[groups.length >> 1]!
  const alike = groups.filter((group) => group.length === length).length
  return digits.length >= SECRET_LENGTH && /[a-f]/i.test(digits) && alike >= 0.8 * groups.length
}
