import fc from 'fast-check'
import { count } from '../../../src/core/count.ts'
import { KEY_ID_LENGTH, rebuilt, SECRET_LENGTH, secretPart, whole } from '../../../src/core/key-format.ts'
import { hexFor, randomFrom, seedFor } from '../../../src/core/random.ts'
import type { Conclusion } from '../../../src/core/rule.ts'
import type { Piece, SecretText } from '../../../src/core/secret-text.ts'
import { joined } from '../../../src/core/secret-text.ts'
import type { Key } from '../../../src/core/target.ts'
import { alike, anyHostile, type Hostile, hostileFor, isToken, readable, utf8 } from './hostile.ts'
import type { Mutation } from './mutation.ts'

/** A part of a key, by its name in the references. */
type Part = 'prefix' | 'key_id' | 'secret'

export type Malformed =
  /** Any other text. */
  | { readonly text: string }
  /** Only these parts of the key, in this order. */
  | { readonly parts: readonly Part[] }
  /** A part truncated, or padded with zeros, at its start or end. */
  | { readonly part: 'key_id' | 'secret'; readonly length: number; readonly at: 'start' | 'end' }
  /** One character of a part replaced by one that is not hex. */
  | { readonly part: 'key_id' | 'secret'; readonly place: number; readonly character: string }
  /** Text between two characters of a part. */
  | { readonly part: 'key_id' | 'secret'; readonly place: number; readonly inserted: string }
  /** The second half of a part replaced by a wildcard of SQL. */
  | { readonly part: 'key_id' | 'secret'; readonly wildcard: '%' | '_' }
  | { readonly key_id: string }
  | { readonly separators: readonly [string, string] }
  | { readonly encoded: 'base64' }
  /** The key in a list, with this before and after it: whether the first or the last of several headers counts, it is not the key. */
  | { readonly between: string }
  /** Digits of the key_id replaced by letters that look like them. */
  | { readonly lookAlike: 'key_id' }
  /** Characters of the key_id in a form that Unicode normalization turns into them. */
  | { readonly compatible: 'key_id' }
  /** A character of the key_id with an accent or raised, as a collation or normalization takes it for the plain one. */
  | { readonly accented: 'key_id'; readonly as: 'latin1' | 'utf8' }
  | Hostile
  /** Any text in place of the secret, which shows whether the secret is needed at all. */
  | { readonly insteadOfSecret: string }
  /** The key, with this before and after it. */
  | { readonly before?: string; readonly after: string }

const LENGTHS = { key_id: KEY_ID_LENGTH, secret: SECRET_LENGTH }
const PARTS: readonly Part[] = ['prefix', 'key_id', 'secret']
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

function note(d: Malformed): string {
  const length = lengthOf(d)
  if (length !== undefined && !('hostile' in d && isToken(d)))
    return `a text of ${count(length, 'character')} instead of the key`
  if ('text' in d) return d.text === '' ? 'an empty key' : `the text "${d.text}" instead of a key`
  if ('parts' in d) return ofParts(d.parts)
  if ('separators' in d) return `the parts of the key separated by ${d.separators.map(named).join(' and ')}`
  if ('encoded' in d) return 'the key in base64'
  if ('between' in d) return 'the key between two other texts, separated by commas'
  if ('compatible' in d) return 'the key_id in full-width characters'
  if ('accented' in d) return `the key_id with an accent or a raised digit, in ${d.as === 'utf8' ? 'UTF-8' : 'Latin-1'}`
  if ('lookAlike' in d) return 'letters for the digits of the key_id that look like them'
  if ('hostile' in d) return `${quoted(d.hostile)} instead of the ${d.instead_of} (${d.family})`
  if ('after' in d) return around(d)
  if ('insteadOfSecret' in d) return `${d.insteadOfSecret.length} times "${d.insteadOfSecret[0]}" instead of the secret`
  if ('key_id' in d) return `the key_id "${d.key_id}"`
  if ('wildcard' in d) return `the second half of the ${d.part} replaced by "${d.wildcard}"`
  if ('inserted' in d) return `${named(d.inserted)} inserted into the ${d.part} after character ${d.place}`
  if ('place' in d) return `character ${d.place + 1} of the ${d.part} replaced by ${named(d.character)}`
  const how = d.length < LENGTHS[d.part] ? 'truncated' : 'padded'
  return `the ${d.part} ${how} at its ${d.at} to ${count(d.length, 'character')}`
}

function ofParts(parts: readonly Part[]): string {
  const [missing, ...others] = PARTS.filter((part) => !parts.includes(part))
  if (parts.length === 0) return 'an empty key'
  if (parts.length === 1) return `the ${parts[0]} alone`
  if (missing === undefined) return `the parts of the key in the order ${parts.join(', ')}`
  const isInOrder = others.length === 0 && PARTS.filter((part) => parts.includes(part)).join() === parts.join()
  return `the key without its ${missing}${isInOrder ? '' : `, in the order ${parts.join(', ')}`}`
}

/** What accepts such a key; undefined for texts that have nothing to do with the key. */
function causeOfAccepted(d: Malformed): string | undefined {
  if ('encoded' in d) return 'the key is decoded from Base64 before it is compared'
  if ('inserted' in d) return 'the key is cleaned of such characters before it is compared'
  if ('between' in d) return 'the header is split at its commas, and any of the values counts'
  if ('compatible' in d || 'accented' in d)
    return 'the key_id is normalised, or compared by a collation: characters that look alike are equal'
  if ('lookAlike' in d) return 'letters are taken for the digits that they look like'
  if ('wildcard' in d) return 'wildcards in the key reach the database'
  if ('after' in d) return 'the key is trimmed, or the pattern that it must match is not anchored at both ends'
  if ('parts' in d)
    return d.parts.length < PARTS.length
      ? d.parts.join() === 'key_id,secret'
        ? 'the prefix is not required'
        : 'a part of the key is enough'
      : 'the parts of the key are found by their form, not by their place'
  if ('separators' in d)
    return d.separators.some((text) => text.startsWith('%'))
      ? 'the key is percent-decoded, like a part of a URL'
      : 'the parts of the key may be separated by something else'
  if (!('length' in d)) return undefined
  return d.length > LENGTHS[d.part]
    ? `the ${d.part} is truncated before it is compared`
    : `only a part of the ${d.part} is compared`
}

/** Characters of a text that is too long for any key. */
const LONG = 256
const lengthOf = (d: Malformed): number | undefined => {
  const text = 'text' in d ? d.text : 'hostile' in d && d.instead_of === 'key' ? d.hostile : ''
  return text.length >= LONG ? text.length : undefined
}

/** Whether the length of a long text matters. */
function further(d: Malformed): Malformed[] {
  if ('inserted' in d) return [...INSERTED.map((inserted) => ({ ...d, inserted })), ...WITHOUT_SECRET]
  if ('parts' in d || 'separators' in d || 'after' in d || 'part' in d)
    return [...WITHOUT_SECRET, ...SHAPES.map(([, d]) => d)]
  if ('hostile' in d && d.family !== 'long') return alike(d)
  if ('text' in d && d.text.length === 1)
    return [...SINGLE.map((text) => ({ text })), ...(d.text === '%' ? PERCENT : [])]
  if ('text' in d && d.text.includes('%')) return PERCENT
  return lengthOf(d) === undefined ? [] : [LONG, 512, 1024, 2048, 3072].map((length) => ({ text: 'a'.repeat(length) }))
}

/** Which characters fail alone. Between blanks, nothing is left of a header. */
const SINGLE = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~a0']

/** Which characters are ignored within a key. */
const INSERTED = [...' -.:_~/*+']

/** No hex digit, and one digit too many. */
const WITHOUT_SECRET: Malformed[] = [
  { insteadOfSecret: 'g'.repeat(SECRET_LENGTH) },
  { insteadOfSecret: '0'.repeat(SECRET_LENGTH + 1) },
]
const LONGER: Malformed = { part: 'secret', length: 65, at: 'end' }
const FOURTH_PART: Malformed = { after: '_0' }

/** What a check of a key may not require, and keys without it. */
const SHAPES: readonly (readonly [name: string, Malformed])[] = [
  ['<key_id>_<secret>', { parts: ['key_id', 'secret'] }],
  ['<prefix>_<key_id>', { parts: ['prefix', 'key_id'] }],
  ['<key_id>_<prefix>_<secret>', { parts: ['key_id', 'prefix', 'secret'] }],
  ['<prefix>-<key_id>-<secret>', { separators: ['-', '-'] }],
  ['<prefix>_<key_id>0_<secret>', { part: 'key_id', length: 17, at: 'end' }],
  ['<prefix>_<key_id>_<63 characters of the secret>', { part: 'secret', length: 63, at: 'end' }],
  ['<prefix>_<key_id>_<secret>0', LONGER],
  ['<prefix>_<key_id>_<secret>_0', FOURTH_PART],
]
const NEEDLESS = 'Anyone who knows a key_id, which is not secret, reads the data.'

/** Whether a key is percent-decoded. */
const PERCENT: Malformed[] = [{ separators: ['%5F', '%5f'] }, { text: '%41' }, { text: '%' }]

function conclude(
  failing: readonly Malformed[],
  refused: readonly Malformed[],
  _: Key,
  accepted: readonly Malformed[],
): Conclusion | undefined {
  const needless = accepted.find((d) => 'insteadOfSecret' in d)
  if (needless)
    return { pattern: `no part of the secret is needed: ${note(needless)} is accepted as well`, impact: NEEDLESS }
  const patterns = [byShape(accepted, refused), byCharacter(failing, refused), byLength(failing, refused)]
  const pattern = patterns.filter((text) => text !== undefined).join('; ')
  const likelier = afterKey(accepted)
  return pattern === '' ? undefined : { pattern, ...(likelier && { likelier: [likelier] }) }
}

/** Whether text after the key is accepted at all, or only where it is no further part. */
function afterKey(accepted: readonly Malformed[]): string | undefined {
  const isAccepted = (one: Malformed) => accepted.some((d) => JSON.stringify(d) === JSON.stringify(one))
  if (!isAccepted(FOURTH_PART)) return undefined
  return isAccepted(LONGER)
    ? 'what follows the key is ignored: its pattern is not anchored at its end, or it is truncated to the length of a key'
    : 'the key is split at its underscores, and the number of its parts is not checked'
}

/** Which shapes of a key are accepted; undefined unless one is, and another gets 401. */
function byShape(accepted: readonly Malformed[], refused: readonly Malformed[]): string | undefined {
  const [wrong, right] = [accepted, refused].map((some) => {
    const texts = some.map((d) => JSON.stringify(d))
    return SHAPES.flatMap(([name, d]) => (texts.includes(JSON.stringify(d)) ? [name] : []))
  }) as [string[], string[]]
  const isBoth = wrong.length > 0 && right.length > 0
  return isBoth ? `accepted: ${wrong.join(', ')}; refused: ${right.join(', ')}` : undefined
}

function byCharacter(accepted: readonly Malformed[], refused: readonly Malformed[]): string | undefined {
  const charactersIn = (some: readonly Malformed[], of: (d: Malformed) => string) =>
    [...new Set(some.map(of))].filter((text) => text.length === 1)
  for (const [where, of] of [
    ['alone', (d: Malformed) => ('text' in d ? d.text : '')],
    ['inserted into the key', (d: Malformed) => ('inserted' in d ? d.inserted : '')],
  ] as const) {
    const failing = charactersIn(accepted, of)
    const conforming = charactersIn(refused, of).filter((text) => !failing.includes(text))
    if (failing.length > FEW && conforming.length > 0 && conforming.length <= FEW)
      return `${where}, every tried character fails but ${inList(conforming)}`
    if (failing.length > 0 && conforming.length > 1)
      return `${where}, these characters fail: ${inList(failing)}; these get 401: ${inList(conforming)}`
  }
  return undefined
}
const FEW = 3

function byLength(accepted: readonly Malformed[], refused: readonly Malformed[]): string | undefined {
  const [wrong, right] = [accepted, refused].map((some) => some.flatMap((d) => lengthOf(d) ?? []))
  const [least, most] = [Math.min(...wrong!), Math.max(...right!)]
  const isByLength = wrong!.length === accepted.length && right!.length > 0 && most < least
  return isByLength ? `a text of ${most} characters gets 401, one of ${least} does not` : undefined
}

const inList = (characters: readonly string[]): string =>
  characters.map((character) => (character === ' ' ? 'space' : character)).join(' ')

/** Characters that are hard to read between quotes. */
const NAMES: Readonly<Record<string, string>> = {
  '\xe2\x80\x8b': 'a zero-width space (U+200B)',
  '\xe2\x81\xa0': 'a word joiner (U+2060)',
  ' ': 'a space (U+0020)',
  "'": `a single quote (')`,
  '"': 'a double quote (")',
  '\\': 'a backslash (\\)',
}
const named = (text: string): string => NAMES[text] ?? `"${readable(text)}"`

/** JSON would double a backslash, which is sent as it is. */
const quoted = (bytes: string): string => {
  const text = readable(bytes)
  return `"${text.length > 80 ? `${text.slice(0, 60)}…` : text}"`
}

function around({ before, after }: { before?: string; after: string }): string {
  if (before === '"' && after === '"') return 'the key in double quotes'
  const last = after && `followed by ${named(after)}`
  return ['the key', before && `after ${named(before)}`, last].filter(Boolean).join(' ')
}

/** Keys that are not `<prefix>_<16 hex>_<64 hex>`. */
export const malformed: Mutation<Malformed> = {
  ...{ class: 'malformed', first, any, build, note, further, conclude },
  cause: causeOfAccepted,
}
