import fc from 'fast-check'
import { KEY_ID_LENGTH, rebuilt, SECRET_LENGTH } from '../../../src/core/key-format.ts'
import { hexFor } from '../../../src/core/random.ts'
import type { SecretText } from '../../../src/core/secret-text.ts'
import type { Key } from '../../../src/core/target.ts'
import { hex, moved } from './hex.ts'
import type { Mutation } from './mutation.ts'

export interface Unknown {
  /** 16 hex characters, or the real key_id with one of them moved on. */
  readonly key_id: string | { readonly place: number; readonly shift: number }
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
  const keyId = typeof key_id === 'string' ? other(key_id, key) : movedAt(key.keyId, key_id)
  if (secret === 'own') return rebuilt(key, { keyId })
  return `${key.prefix}_${keyId}_${secret}`
}

/** A key_id that happens to be the real one is not unknown. */
const other = (keyId: string, key: Key): string =>
  keyId.toLowerCase() === key.keyId.toLowerCase() ? movedAt(keyId, { place: 15, shift: 1 }) : keyId

const movedAt = (keyId: string, { place, shift }: { place: number; shift: number }): string =>
  keyId.slice(0, place) + moved(keyId[place]!, shift) + keyId.slice(place + 1)

function note({ key_id, secret }: Unknown): string {
  const id = typeof key_id === 'string' ? `the key_id ${key_id}` : `character ${key_id.place + 1} of the key_id changed`
  return `${id}, with ${secret === 'own' ? 'the real secret' : 'a made-up secret'}`
}

/** Well-formed keys that were never issued. */
export const unknown: Mutation<Unknown> = { class: 'unknown', first, any, build, note }
