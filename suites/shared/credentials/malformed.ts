import fc from 'fast-check'
import { KEY_ID_LENGTH, rebuilt, SECRET_LENGTH, secretPart, whole } from '../../../src/core/key-format.ts'
import { hexFor, randomFrom, seedFor } from '../../../src/core/random.ts'
import type { Piece, SecretText } from '../../../src/core/secret-text.ts'
import { joined } from '../../../src/core/secret-text.ts'
import type { Key } from '../../../src/core/target.ts'
import { anyHostile, type Hostile, hostileFor, utf8 } from './hostile.ts'
import { conclude, further } from './malformed-extent.ts'
import { causeOfAccepted, LENGTHS, type Malformed, note, PARTS, type Part } from './malformed-notes.ts'
import type { Mutation } from './mutation.ts'

export type { Malformed } from './malformed-notes.ts'

/** No comma and no semicolon, at which lenient servers split a header, and no blanks. */
export const NOT_HEX = [...'gGzZ~!#$%&()*+-./:<=>?@[]^_{|}']
/** Not two underscores: the first of them could belong to the prefix. */
const SEPARATORS = ['-', '.', ':', '', ' ', '|', '~', '/', '=']

/** Boundaries that are mistakes of most ways to parse a key. */
const usual: readonly Malformed[] = [
  { part: 'secret', length: 63, at: 'end' },
  { text: 'x' },
  { part: 'secret', length: 65, at: 'end' },
  { part: 'secret', place: 63, character: 'g' },
  { text: '' },
  { parts: ['key_id', 'secret'] },
  { separators: ['-', '-'] },
  { part: 'key_id', length: 17, at: 'end' },
  { key_id: '%'.repeat(16) },
  { part: 'key_id', place: 15, character: 'g' },
  { part: 'key_id', place: 9, character: "'" },
  { part: 'key_id', place: 9, character: '\\' },
  { part: 'secret', wildcard: '%' },
  { part: 'key_id', wildcard: '%' },
  { part: 'secret', wildcard: '_' },
  { parts: ['prefix', 'key_id'] },
  { after: '_0' },
  { part: 'secret', length: 0, at: 'end' },
  { before: 'Bearer ', after: '' },
  { separators: ['.', '.'] },
  { before: '"', after: '"' },
  // UTF-8 of one letter, for which byte comparison throws.
  { part: 'secret', place: 20, character: 'Ã©' },
  // The same in Latin-1: 64 characters, but 65 bytes once they are UTF-8.
  { part: 'secret', place: 20, character: '\xe9' },
  { separators: ['%5F', '%5f'] },
  { encoded: 'base64' },
  { text: 'undefined' },
]

/** Boundaries for exhaustive depth. */
const rarer: readonly Malformed[] = [
  { part: 'key_id', length: 0, at: 'end' },
  { part: 'key_id', length: 17, at: 'start' },
  { part: 'secret', length: 65, at: 'start' },
  { separators: [':', ':'] },
  { part: 'secret', length: 1024, at: 'end' },
  { part: 'key_id', length: 15, at: 'end' },
  { part: 'secret', length: 32, at: 'end' },
  { part: 'secret', place: 0, character: 'g' },
  { key_id: '_'.repeat(16) },
  { key_id: '*' },
  { parts: ['prefix'] },
  { parts: ['secret'] },
  { parts: ['key_id'] },
  { parts: ['prefix', 'secret'] },
  { parts: ['prefix', 'secret', 'key_id'] },
  { separators: ['', ''] },
  { separators: ['_', '__'] },
  { after: '.' },
  { text: 'null' },
  { text: '%' },
  { text: '__' },
]

const first = (seed: number): Malformed[] => {
  const hostile = hostileFor(seed)
  const [most, more] = [usual.slice(0, 9), usual.slice(9)]
  return [
    ...most,
    ...hostile.slice(0, 2),
    ...insertions(seed),
    ...mistaken(seed),
    ...more,
    ...hostile.slice(2),
    ...rarer,
  ]
}

/** What lenient servers remove from a key: blanks, and separators that group characters. */
const REMOVED = ['.', ':', '_', '%20', '~', '/', '*', '+']

function insertions(seed: number): Malformed[] {
  const random = randomFrom(seedFor(seed, 'inserted'))
  const from = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!
  const place = (part: 'key_id' | 'secret') => 1 + Math.floor(random() * (LENGTHS[part] - 1))
  const [one, other] = from([['key_id', 'secret'] as const, ['secret', 'key_id'] as const])
  return [
    { part: one, place: place(one), inserted: ' ' },
    { part: other, place: place(other), inserted: '-' },
    { part: 'secret', place: place('secret'), inserted: from(REMOVED) },
  ]
}

/**
 * A zero-width space and a word joiner in UTF-8. Blanks of Unicode are left out: languages trim them, such as
 * JavaScript a no-break space, and a server that takes a key with blanks around it for the key conforms.
 */
const INVISIBLE = ['\xe2\x80\x8b', '\xe2\x81\xa0']
/** What is put around values, or before them. */
const QUOTES: readonly (readonly [before: string, after: string])[] = [
  ["'", "'"],
  ['<', '>'],
  ['[', ']'],
  ['key=', ''],
  ['ApiKey ', ''],
  ['X-Api-Key: ', ''],
]
const REORDERED: readonly (readonly Part[])[] = [
  ['prefix', 'secret', 'key_id'],
  ['secret', 'key_id', 'prefix'],
  ['key_id', 'secret', 'prefix'],
  ['secret', 'prefix', 'key_id'],
  ['key_id', 'prefix', 'secret'],
]

/** What may be made of a valid key: parts of it, another order, text around it. The seed chooses among those that are alike. */
export function derived(seed: number): Malformed[] {
  const random = randomFrom(seedFor(seed, 'derived'))
  const from = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!
  const [before, after] = from(QUOTES)
  return [
    { parts: ['secret'] },
    { before: INVISIBLE[0]!, after: INVISIBLE[0]! },
    { parts: ['prefix', 'secret'] },
    { before: '', after: from(INVISIBLE) },
    { before: from(INVISIBLE), after: '' },
    { parts: from(REORDERED) },
    { before, after },
  ]
}

const mistaken = (seed: number): Malformed[] => [
  { part: 'key_id', length: 18, at: 'start' },
  { part: 'secret', length: 66, at: 'start' },
  { compatible: 'key_id' },
  { between: hexFor(seed, 'between', KEY_ID_LENGTH) },
  { lookAlike: 'key_id' },
]

const anyPart = fc.constantFrom('key_id' as const, 'secret' as const)
const VISIBLE = Array.from({ length: 0x5f }, (_, k) => String.fromCharCode(0x20 + k))
/** Visible ASCII, blanks within. */
const anyText = fc
  .string({ unit: fc.constantFrom('x', ...VISIBLE), maxLength: 200 })
  .filter((text) => text === text.trim())

const any: fc.Arbitrary<Malformed> = fc.oneof(
  fc.record({ text: anyText }),
  fc.record({ parts: fc.shuffledSubarray([...PARTS]).filter((parts) => parts.join() !== PARTS.join()) }),
  fc
    .record({ part: anyPart, length: fc.integer({ min: 0, max: 130 }), at: fc.constantFrom('end' as const, 'start') })
    .filter(({ part, length }) => length !== LENGTHS[part]),
  fc
    .record({ part: anyPart, place: fc.integer({ min: 0, max: 63 }), character: fc.constantFrom(...NOT_HEX) })
    .filter(({ part, place }) => place < LENGTHS[part]),
  fc.record({
    separators: fc.oneof(
      fc.tuple(fc.constant('_'), fc.constantFrom(...SEPARATORS, '__')),
      fc.tuple(fc.constantFrom(...SEPARATORS), fc.constantFrom(...SEPARATORS, '_')),
    ),
  }),
  fc
    .record({
      part: anyPart,
      place: fc.integer({ min: 1, max: 63 }),
      inserted: fc.constantFrom(' ', '%20', ...NOT_HEX),
    })
    .filter(({ part, place }) => place < LENGTHS[part]),
  anyHostile,
  fc.record({ before: fc.constantFrom('', ...INVISIBLE), after: fc.constantFrom(...INVISIBLE) }),
  fc.record({ after: fc.string({ unit: fc.constantFrom(...NOT_HEX), minLength: 1, maxLength: 8 }) }),
)

function build(key: Key, d: Malformed): SecretText {
  if ('text' in d) return d.text
  if ('encoded' in d) return [{ base64: whole(key) }]
  if ('between' in d) return joined(`${d.between},`, whole(key), `,${d.between}`)
  if ('compatible' in d) return rebuilt(key, { keyId: utf8(key.keyId.replace(/[!-~]/g, inFullWidth)) })
  if ('accented' in d) return rebuilt(key, { keyId: Buffer.from(accented(key.keyId), d.as).toString('latin1') })
  if ('lookAlike' in d) return rebuilt(key, { keyId: withLetters(key.keyId) })
  if ('hostile' in d) return hostileIn(key, d)
  if ('insteadOfSecret' in d) return rebuilt(key, { secret: [d.insteadOfSecret] })
  if ('parts' in d) return joined(...d.parts.flatMap((part, i) => [i > 0 ? '_' : '', only(key, part)]))
  if ('separators' in d) return rebuilt(key, { separators: d.separators })
  if ('after' in d) return joined(d.before ?? '', whole(key), d.after)
  if ('key_id' in d) return rebuilt(key, { keyId: d.key_id })
  if ('wildcard' in d) return withWildcard(key, d)
  if ('inserted' in d) return withInserted(key, d)
  if (d.part === 'key_id') return rebuilt(key, { keyId: keyIdWith(key.keyId, d) })
  return rebuilt(key, { secret: 'length' in d ? secretOf(key, d) : secretWith(key, d) })
}

function hostileIn(key: Key, { instead_of, hostile }: Hostile): SecretText {
  if (instead_of === 'key') return hostile
  return rebuilt(key, instead_of === 'key_id' ? { keyId: hostile } : { secret: [hostile] })
}

const only = (key: Key, part: Part): SecretText =>
  part === 'prefix' ? key.prefix : part === 'key_id' ? key.keyId : [secretPart(key)]

const inFullWidth = (character: string): string => String.fromCharCode(character.charCodeAt(0) + 0xfee0)

const ACCENTED: Readonly<Record<string, string>> = { a: 'à', c: 'ç', e: 'é', 1: '¹', 2: '²', 3: '³' }

/** Its first character that has such a form; a degree sign for the last one where none has. */
function accented(keyId: string): string {
  const at = keyId.search(/[ace123]/i)
  const character = ACCENTED[keyId[at]?.toLowerCase() ?? ''] ?? '°'
  return keyId.slice(0, at) + character + (at < 0 ? '' : keyId.slice(at + 1))
}

/** Its zeros as letters, else its ones; the last character of a key_id without either. */
function withLetters(keyId: string): string {
  if (keyId.includes('0')) return keyId.replaceAll('0', 'o')
  return keyId.includes('1') ? keyId.replaceAll('1', 'l') : `${keyId.slice(0, -1)}o`
}

/** `%` for the half, `_` for each of its characters. */
function withWildcard(key: Key, { part, wildcard }: { part: 'key_id' | 'secret'; wildcard: '%' | '_' }): SecretText {
  const half = LENGTHS[part] / 2
  const rest = wildcard.repeat(wildcard === '%' ? 1 : half)
  if (part === 'key_id') return rebuilt(key, { keyId: key.keyId.slice(0, half) + rest })
  return rebuilt(key, { secret: [secretPart(key, 0, half), rest] })
}

function withInserted(
  key: Key,
  { part, place, inserted }: { part: Part; place: number; inserted: string },
): SecretText {
  if (part === 'key_id') return rebuilt(key, { keyId: key.keyId.slice(0, place) + inserted + key.keyId.slice(place) })
  return rebuilt(key, { secret: [secretPart(key, 0, place), inserted, secretPart(key, place)] })
}

function keyIdWith(keyId: string, d: { length: number; at: string } | { place: number; character: string }): string {
  if ('place' in d) return keyId.slice(0, d.place) + d.character + keyId.slice(d.place + 1)
  if (d.at === 'end') return keyId.slice(0, d.length).padEnd(d.length, '0')
  return (d.length === 0 ? '' : keyId.slice(-d.length)).padStart(d.length, '0')
}

const secretWith = (key: Key, { place, character }: { place: number; character: string }): readonly Piece[] =>
  pieces(place > 0 && secretPart(key, 0, place), character, place < 63 && secretPart(key, place + 1))

/** The secret truncated to a length, or padded to it with zeros. */
export function secretOf(key: Key, { length, at }: { length: number; at: 'start' | 'end' }): readonly Piece[] {
  const kept = Math.min(length, SECRET_LENGTH)
  const more = '0'.repeat(length - kept)
  const part = kept > 0 && (at === 'end' ? secretPart(key, 0, kept) : secretPart(key, SECRET_LENGTH - kept))
  return at === 'end' ? pieces(part, more) : pieces(more, part)
}

const pieces = (...all: (Piece | false)[]): readonly Piece[] =>
  all.filter((piece): piece is Piece => piece !== false && piece !== '')

/** Keys that are not `<prefix>_<16 hex>_<64 hex>`. */
export const malformed: Mutation<Malformed> = {
  ...{ class: 'malformed', first, any, build, note, further, conclude },
  cause: causeOfAccepted,
}
