import fc from 'fast-check'
import { count } from '../../../src/core/count.ts'
import { rebuilt } from '../../../src/core/key-format.ts'
import type { SecretText } from '../../../src/core/secret-text.ts'
import type { Key } from '../../../src/core/target.ts'
import { hostileTogether } from './hostile.ts'
import type { Mutation } from './mutation.ts'

export type WrongPrefix =
  | { readonly prefix: string }
  /** Text with a meaning in some language. */
  | { readonly hostile: string }
  /** Characters cut off its end. */
  | { readonly cut: number }
  | { readonly before: string }
  | { readonly after: string }

const first = (seed: number): WrongPrefix[] => [
  { before: 'x' },
  { after: 'x' },
  { prefix: '' },
  { prefix: 'other' },
  { cut: 1 },
  { hostile: `(${hostileTogether(seed)}` },
  { after: '_x' },
]

const word = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'), minLength: 1, maxLength: 8 })

const any: fc.Arbitrary<WrongPrefix> = fc.oneof(
  fc.record({ prefix: word }),
  fc.record({ cut: fc.integer({ min: 1, max: 8 }) }),
  fc.record({ before: word }),
  fc.record({ after: word }),
)

const build = (key: Key, d: WrongPrefix): SecretText => rebuilt(key, { prefix: other(key.prefix, d) })

function other(prefix: string, d: WrongPrefix): string {
  if ('cut' in d) return prefix.slice(0, Math.max(0, prefix.length - d.cut))
  if ('before' in d) return d.before + prefix
  if ('after' in d) return prefix + d.after
  if ('hostile' in d) return d.hostile
  return d.prefix.toLowerCase() === prefix.toLowerCase() ? `${d.prefix}x` : d.prefix
}

function note(d: WrongPrefix): string {
  if ('cut' in d) return `the prefix without its last ${count(d.cut, 'character')}`
  if ('before' in d) return `the prefix with ${JSON.stringify(d.before)} before it`
  if ('after' in d) return `the prefix with ${JSON.stringify(d.after)} after it`
  if ('hostile' in d) return `text with a meaning in several languages instead of the prefix`
  return `the prefix ${JSON.stringify(d.prefix)}`
}

/** The real key under another prefix, which never differs in letter case only. */
export const wrongPrefix: Mutation<WrongPrefix> = { class: 'wrong-prefix', first, any, build, note }
