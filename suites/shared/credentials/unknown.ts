import fc from 'fast-check'
import { KEY_ID_LENGTH, rebuilt, SECRET_LENGTH } from '../../../src/core/key-format.ts'
import { hexFor } from '../../../src/core/random.ts'
import type { Conclusion } from '../../../src/core/rule.ts'
import type { SecretText } from '../../../src/core/secret-text.ts'
import type { Key } from '../../../src/core/target.ts'
import { hex, moved } from './hex.ts'
import type { Mutation } from './mutation.ts'

interface Moved {
  readonly place: number
  readonly shift: number
}

export interface Unknown {
  /** 16 hex characters, or the real key_id with one of them moved on, or all of them from a place on replaced by one digit. */
  readonly key_id: string | Moved | { readonly from: number; readonly digit: string }
  /** 64 hex characters, or the real secret. */
  readonly secret: string | 'own'
}

const first = (seed: number): Unknown[] => [
  { key_id: hexFor(seed, 'key_id', KEY_ID_LENGTH), secret: hexFor(seed, 'secret', SECRET_LENGTH) },
  { key_id: { place: 15, shift: 1 }, secret: 'own' },
  { key_id: '0000000000000000', secret: '0'.repeat(64) },
  { key_id: { place: 0, shift: 1 }, secret: 'own' },
  { key_id: hexFor(seed, 'another key_id', KEY_ID_LENGTH), secret: 'own' },
  { key_id: { place: 8, shift: 8 }, secret: 'own' },
  { key_id: 'ffffffffffffffff', secret: 'own' },
  { key_id: '0000000000000000', secret: 'own' },
  { key_id: 'FFFFFFFFFFFFFFFF', secret: 'F'.repeat(64) },
]

const any: fc.Arbitrary<Unknown> = fc.record({
  key_id: fc.oneof(
    hex(KEY_ID_LENGTH),
    fc.record({ place: fc.integer({ min: 0, max: 15 }), shift: fc.integer({ min: 1, max: 15 }) }),
  ),
  secret: fc.oneof(fc.constant('own'), hex(SECRET_LENGTH)),
})

function build(key: Key, { key_id, secret }: Unknown): SecretText {
  const keyId =
    typeof key_id === 'object' && 'place' in key_id
      ? movedAt(key.keyId, key_id)
      : other(typeof key_id === 'string' ? key_id : withEnd(key.keyId, key_id), key)
  if (secret === 'own') return rebuilt(key, { keyId })
  return `${key.prefix}_${keyId}_${secret}`
}

/** A key_id that happens to be the real one is not unknown. */
const other = (keyId: string, key: Key): string =>
  keyId.toLowerCase() === key.keyId.toLowerCase() ? movedAt(keyId, { place: 15, shift: 1 }) : keyId

const withEnd = (keyId: string, { from, digit }: { from: number; digit: string }): string =>
  keyId.slice(0, from).padEnd(KEY_ID_LENGTH, digit)

const movedAt = (keyId: string, { place, shift }: Moved): string =>
  keyId.slice(0, place) + moved(keyId[place]!, shift) + keyId.slice(place + 1)

function idInWords(keyId: Unknown['key_id']): string {
  if (typeof keyId === 'string') return `the key_id ${keyId}`
  if ('place' in keyId) return `character ${keyId.place + 1} of the key_id changed`
  return `the key_id with "${keyId.digit}" from character ${keyId.from + 1} on`
}

function note({ key_id, secret }: Unknown): string {
  return `${idInWords(key_id)}, with ${secret === 'own' ? 'the real secret' : 'a made-up secret'}`
}

/** Each of the last characters, which a number or a short column may not hold; then all of them, which only a short column accepts. */
const LAST = [7, 9, 11, 12, 13, 14, 15]
const further = ({ key_id }: Unknown): Unknown[] =>
  typeof key_id === 'object' && 'place' in key_id
    ? [
        ...LAST.map((place): Unknown => ({ key_id: { place, shift: 1 }, secret: 'own' })),
        ...['0', 'f'].map((digit): Unknown => ({ key_id: { from: key_id.place, digit }, secret: 'own' })),
      ]
    : []

function conclude(accepted: readonly Unknown[], refused: readonly Unknown[]): Conclusion | undefined {
  const [ignored, compared] = [accepted, refused].map((some) => some.flatMap(placeOf)) as [number[], number[]]
  const [first, last] = [Math.min(...ignored), Math.max(...compared)]
  if (ignored.length === 0 || compared.length === 0 || first <= last) return undefined
  const isNumber = refused.some(hasEnd)
  const isColumn = !isNumber && accepted.some(hasEnd)
  return {
    pattern: `changed alone, character ${last} of the key_id matters, and characters from ${first} on do not${isNumber ? '; if all of these are changed, they matter' : ''}`,
    causes: [
      ...(isNumber ? [] : [`the index or the column holds the first ${last} characters of the key_id`]),
      ...(isColumn ? [] : ['the key_id is read as a number, whose last digits are lost: a double holds 53 bits']),
    ],
  }
}

const placeOf = ({ key_id, secret }: Unknown): number[] =>
  typeof key_id === 'object' && 'place' in key_id && secret === 'own' ? [key_id.place + 1] : []
const hasEnd = ({ key_id }: Unknown): boolean => typeof key_id === 'object' && 'from' in key_id

/** Well-formed keys that were never issued. */
export const unknown: Mutation<Unknown> = { class: 'unknown', first, any, build, note, further, conclude }
