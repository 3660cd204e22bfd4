import { SECRET_LENGTH } from '../../../src/core/key-format.ts'
import type { Conclusion } from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { alike, utf8 } from './hostile.ts'
import { LONG, lengthOf, type Malformed, note } from './malformed-notes.ts'

/** Whether the length of a long text matters. */
export function further(d: Malformed): Malformed[] {
  if ('character' in d && d.character > '~') return BEYOND_ASCII.map(([, d]) => d)
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
/** Where a character beyond ASCII fails, and which. */
const BEYOND_ASCII: readonly (readonly [name: string, Malformed])[] = [
  ['é in the secret', { part: 'secret', place: 20, character: utf8('é') }],
  ['€ in the secret', { part: 'secret', place: 20, character: utf8('€') }],
  ['é of Latin-1 in the secret', { part: 'secret', place: 20, character: 'é' }],
  ['é in the key_id', { part: 'key_id', place: 9, character: utf8('é') }],
  ['é after the key', { after: utf8('é') }],
  ['é alone', { text: utf8('é') }],
]
const NEEDLESS = 'Anyone who knows a key_id, which is not secret, reads the data.'

/** Whether a key is percent-decoded. */
const PERCENT: Malformed[] = [{ separators: ['%5F', '%5f'] }, { text: '%41' }, { text: '%' }]

export function conclude(
  failing: readonly Malformed[],
  refused: readonly Malformed[],
  _: Key,
  accepted: readonly Malformed[],
): Conclusion | undefined {
  const needless = accepted.find((d) => 'insteadOfSecret' in d)
  if (needless)
    return { pattern: `no part of the secret is needed: ${note(needless)} is accepted as well`, impact: NEEDLESS }
  const patterns = [
    among(SHAPES, ['accepted', accepted], ['refused', refused]),
    among(BEYOND_ASCII, ['these fail', failing], ['these get 401', refused]),
    byCharacter(failing, refused),
    byLength(failing, refused),
  ]
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

/** Which of these keys are accepted, or fail; undefined unless one is, and another gets 401. */
function among(
  keys: typeof SHAPES,
  [how, wrong]: readonly [string, readonly Malformed[]],
  [otherwise, right]: readonly [string, readonly Malformed[]],
): string | undefined {
  const [failing, others] = [wrong, right].map((some) => {
    const texts = some.map((d) => JSON.stringify(d))
    return keys.flatMap(([name, d]) => (texts.includes(JSON.stringify(d)) ? [name] : []))
  }) as [string[], string[]]
  const isBoth = failing.length > 0 && others.length > 0
  return isBoth ? `${how}: ${failing.join(', ')}; ${otherwise}: ${others.join(', ')}` : undefined
}

function byCharacter(accepted: readonly Malformed[], refused: readonly Malformed[]): string | undefined {
  const charactersIn = (some: readonly Malformed[], of: (d: Malformed) => string) =>
    [...new Set(some.map(of))].filter((text) => text.length === 1)
  for (const [where, of] of [
    ['a single character instead of the key', (d: Malformed) => ('text' in d ? d.text : '')],
    ['a character inserted into the key', (d: Malformed) => ('inserted' in d ? d.inserted : '')],
  ] as const) {
    const failing = charactersIn(accepted, of)
    const conforming = charactersIn(refused, of).filter((text) => !failing.includes(text))
    if (failing.length > FEW && conforming.length > 0 && conforming.length <= FEW)
      return `${where}: all that were tried fail but ${inList(conforming)}`
    if (failing.length > 0 && conforming.length > 1)
      return `${where}: these fail: ${inList(failing)}; these get 401: ${inList(conforming)}`
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
