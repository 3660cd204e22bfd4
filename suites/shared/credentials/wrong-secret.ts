import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { count } from '../../../src/core/count.ts'
import { rebuilt, SECRET_LENGTH, secretChanged, secretPart, whole } from '../../../src/core/key-format.ts'
import { hexFor } from '../../../src/core/random.ts'
import type { Conclusion } from '../../../src/core/rule.ts'
import { resolve, type SecretText } from '../../../src/core/secret-text.ts'
import type { Key, Target } from '../../../src/core/target.ts'
import { hex } from './hex.ts'
import { secretOf } from './malformed.ts'
import type { Mutation } from './mutation.ts'

export type WrongSecret =
  /** The characters from..to (0..63, inclusive) shifted by 1..15 hex digits. */
  | { readonly from: number; readonly to: number; readonly shift: number }
  /** Truncated, or padded with zeros, at its end. */
  | { readonly length: number }
  | { readonly secret: string }
  /** Rotated: characters moved from its end to its start. */
  | { readonly turned: number }
  /** The SHA-256 of the secret or of the whole key, in hex, as storage may hold it. */
  | { readonly digestOf: 'secret' | 'key' }

const one = (place: number) => ({ from: place, to: place, shift: 1 })

const first = (seed: number): WrongSecret[] => [
  one(63),
  one(0),
  { secret: hexFor(seed, 'wrong secret', SECRET_LENGTH) },
  { digestOf: 'secret' },
  { from: 32, to: 63, shift: 1 },
  { from: 0, to: 31, shift: 1 },
  one(32),
  { from: 0, to: 63, shift: 8 },
  { secret: '0'.repeat(64) },
  { digestOf: 'key' },
  { length: 63 },
  { length: 65 },
  { length: 32 },
  { length: 0 },
  { length: 128 },
]

/** Those of the boundaries that are well-formed. */
export const WELL_FORMED = 10

/** Each of the 64 characters on its own, besides those of the boundaries. */
export const otherPlaces: readonly WrongSecret[] = Array.from({ length: SECRET_LENGTH }, (_, place) =>
  one(place),
).filter(({ from }) => ![0, 32, 63].includes(from))

/** The same bytes in another order, which a comparison that adds up differences accepts. None if the secret repeats itself. */
export function rotated({ keys, secrets }: Pick<Target, 'keys' | 'secrets'>): readonly WrongSecret[] {
  const turn = { turned: 2 }
  // A plan needs no secrets: it sends nothing.
  if (!secrets.has(keys.active.env)) return [turn]
  const [own, other] = [whole(keys.active), build(keys.active, turn)].map((text) =>
    resolve(text, secrets).toLowerCase(),
  )
  return own === other ? [] : [turn]
}

const place = fc.integer({ min: 0, max: SECRET_LENGTH - 1 })
const shift = fc.integer({ min: 1, max: 15 })

const any: fc.Arbitrary<WrongSecret> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ from: place, to: place, shift }).filter(({ from, to }) => from <= to) },
  fc.record({ length: fc.integer({ min: 0, max: 130 }) }).filter(({ length }) => length !== SECRET_LENGTH),
  fc.record({ secret: hex(SECRET_LENGTH) }),
)

function build(key: Key, d: WrongSecret): SecretText {
  if ('secret' in d) return `${key.prefix}_${key.keyId}_${d.secret}`
  if ('length' in d) return rebuilt(key, { secret: secretOf(key, { length: d.length, at: 'end' }) })
  if ('digestOf' in d)
    return rebuilt(key, { secret: [{ sha256: d.digestOf === 'key' ? whole(key) : [secretPart(key)] }] })
  if ('turned' in d) {
    const at = SECRET_LENGTH - d.turned
    return rebuilt(key, { secret: [secretPart(key, at), secretPart(key, 0, at)] })
  }
  return rebuilt(key, { secret: secretChanged(key, placesOf(d), d.shift) })
}

function note(d: WrongSecret): string {
  if ('secret' in d) return 'the real key_id with a made-up secret'
  if ('length' in d)
    return `the secret ${d.length < SECRET_LENGTH ? 'truncated' : 'padded'} to ${count(d.length, 'character')}`
  if ('digestOf' in d) return `the SHA-256 of the ${d.digestOf} instead of the secret`
  if ('turned' in d) return `the secret rotated by ${count(d.turned, 'character')}`
  if (d.from === d.to) return `character ${d.from + 1} of the secret changed`
  return `characters ${d.from + 1} to ${d.to + 1} of the secret changed`
}

/** Of these, those of some wrong secrets only. */
export const PART = 'only a part of the secret is compared (a short column, a hash of the first 72 bytes)'
export const CANCEL = 'a hand-written constant-time comparison adds up differences that cancel each other'
/** Likely causes where the key_id of an active key is accepted with another secret. */
export const CAUSES: readonly string[] = [
  'the secret is not compared on every code path',
  PART,
  CANCEL,
  'the key is cached by its key_id after a successful request: then a key that was not used before is refused with a wrong secret',
]

/** What bcrypt reads. */
const HASHED_BYTES = 72

/** Which characters of the secret do not count. Only single ones show it: several changes may cancel each other. */
function conclude(accepted: readonly WrongSecret[], refused: readonly WrongSecret[], key: Key): Conclusion | undefined {
  const [wrong, right] = [accepted, refused].map((some) => some.flatMap((d) => ('from' in d ? [placesOf(d)] : [])))
  const open = new Set(wrong!.flatMap((places) => (places.length === 1 ? places : [])))
  const isMadeUp = accepted.some((d) => 'secret' in d)
  if (isMadeUp && open.size > 0) return { excluded: [PART, CANCEL] }
  const isAny = isMadeUp || wrong!.some(({ length }) => length === SECRET_LENGTH)
  if (open.size === 0 || isAny || refused.some((d) => accepted.some((other) => isDeepStrictEqual(d, other))))
    return undefined
  const first = Math.min(...open)
  const isEnd = wrong!.some((places) => places.length > 1 && places[0]! <= first && places.includes(SECRET_LENGTH - 1))
  const impact = 'A part of the secret is enough to read the data: it is sooner guessed, and a mistyped key may work.'
  if (!isEnd) {
    const places = [...open].sort((a, b) => a - b).map((place) => place + 1)
    const causes = ['the comparison leaves out a part of the secret']
    return { pattern: `of the characters of the secret, these do not count: ${places.join(', ')}`, impact, causes }
  }
  const counted = right!.map((places) => places.filter((place) => place < first)).filter(({ length }) => length === 1)
  const last = Math.max(...counted.flat()) + 1
  const before = [`${key.keyId}_`, `${key.prefix}_${key.keyId}_`].find((text) => text.length + first === HASHED_BYTES)
  const limit = before
    ? `a hash function that reads ${HASHED_BYTES} bytes, such as bcrypt, gets the secret after ${before.length} other characters of the key`
    : `a hash function or a column keeps no more than ${count(first, 'character')} of the secret`
  const next = counted.length > 0 ? `, and a change of character ${last} is refused` : ''
  return {
    pattern: `characters ${first + 1} to ${SECRET_LENGTH} of the secret do not count${next}`,
    impact,
    causes: [limit, 'only the start of the secret is compared'],
  }
}

const placesOf = ({ from, to }: { readonly from: number; readonly to: number }): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i)

/** The real key_id with any other secret. */
export const wrongSecret: Mutation<WrongSecret> = { class: 'wrong-secret', first, any, build, note, conclude }
