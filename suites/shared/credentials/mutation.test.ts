import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolve } from '../../../src/core/secret-text.ts'
import type { Key } from '../../../src/core/target.ts'
import { type Malformed, malformed } from './malformed.ts'
import type { Mutation } from './mutation.ts'
import { unknown } from './unknown.ts'
import { wrongPrefix } from './wrong-prefix.ts'
import { CANCEL, otherPlaces, PART, rotated, wrongSecret } from './wrong-secret.ts'

// biome-ignore lint/suspicious/noExplicitAny: mutations of all descriptor types are tried alike
const all: Record<string, Mutation<any>> = { malformed, unknown, wrongSecret, wrongPrefix }
const key: Key = { env: 'TENANT_A_KEY', prefix: 'acme_live', keyId: '00fFa1b2c3d4e5f6' }
const secret = '9aB3'.repeat(16)
const full = `${key.prefix}_${key.keyId}_${secret}`
const secrets = new Map([[key.env, full]])
const WELL_FORMED = /^[a-z_]+_([0-9a-f]{16})_([0-9a-f]{64})$/i

const conclusionOf =
  <D>({ conclude }: Mutation<D>) =>
  (failing: readonly D[], refused: readonly D[], accepted = failing) =>
    conclude!(failing, refused, key, accepted)
const [concludeMalformed, concludeUnknown] = [conclusionOf(malformed), conclusionOf(unknown)]

const built = <D>(mutation: Mutation<D>, judge: (text: string, d: D) => void) => {
  const check = (d: D): void => void judge(resolve(mutation.build(key, d), secrets), d)
  for (const seed of [1, 2, 3]) for (const d of mutation.first(seed)) check(d)
  fc.assert(fc.property(mutation.any, check), { numRuns: 500 })
}

describe('wrong secrets', () => {
  const part = (from: number, to = from) => ({ from: from - 1, to: to - 1, shift: 1 })
  const conclude = (accepted: object[], refused: object[]) =>
    wrongSecret.conclude!(accepted as never, refused as never, key, accepted as never)

  it('show that the end of a secret does not count, and that bcrypt may be why', () => {
    const found = conclude([part(56), part(56, 64)], [part(55, 56), part(14), part(1, 64)])!
    expect(found.pattern).toBe(
      'characters 56 to 64 of the secret do not count, and a change of character 55 is refused',
    )
    expect(found.causes![0]).toContain('72 bytes, such as bcrypt, gets the secret after 17 other characters')
    expect(conclude([part(33), part(33, 64)], [])!.causes![0]).toContain('keeps no more than 32 characters')
  })

  it('show single characters that do not count', () => {
    expect(conclude([part(41), part(7)], [part(64)])!.pattern).toMatch(/: 7, 41$/)
  })

  it('show that no part is compared where a made-up secret is accepted', () => {
    expect(conclude([part(1), { secret: 'x' }], [])).toEqual({ excluded: [PART, CANCEL] })
  })

  it('show nothing where changes cancel each other, any secret is accepted or the endpoint matters', () => {
    expect(conclude([part(1, 2)], [part(1)])).toBeUndefined()
    expect(conclude([part(1), part(1, 64)], [])).toBeUndefined()
    expect(conclude([part(1)], [part(1)])).toBeUndefined()
  })
})

describe.each(Object.entries(all))('%s', (_, mutation) => {
  it('never builds the key itself, in any letter case or with blanks of Unicode around it', () => {
    built(mutation, (text) => {
      for (const read of ['latin1', 'utf8'] as const)
        expect(Buffer.from(text, 'latin1').toString(read).trim().toLowerCase()).not.toBe(full.toLowerCase())
    })
  })

  it('builds short header values that a client can send', () => {
    built(mutation, (text) => {
      expect(text).toMatch(/^([!-~\x80-\xff]([ -~\x80-\xff]*[!-~\x80-\xff])?)?$/)
      expect(text.length).toBeLessThanOrEqual(4096)
    })
  })

  it('describes each by JSON and a note, without a stretch of the secret', () => {
    built(mutation, (_text, d) => {
      expect(JSON.parse(JSON.stringify(d))).toEqual(d)
      expect(`${JSON.stringify(d)} ${mutation.note(d)}`).not.toContain(secret.slice(0, 12))
    })
  })
})

it('malformed keys do not have the documented form', () => {
  built(malformed, (text) => expect(text).not.toMatch(/^acme_live_[0-9a-f]{16}_[0-9a-f]{64}$/i))
})

it.each([
  [{ before: '"', after: '"' }, 'the key in double quotes'],
  [{ before: 'Bearer ', after: '' }, 'the key after "Bearer "'],
  [{ after: '_0' }, 'the key followed by "_0"'],
  [{ parts: [] }, 'an empty key'],
  [{ parts: ['secret'] }, 'the secret alone'],
  [{ parts: ['key_id', 'secret'] }, 'the key without its prefix'],
  [{ parts: ['secret', 'key_id'] }, 'the key without its prefix, in the order secret, key_id'],
  [{ parts: ['key_id', 'prefix', 'secret'] }, 'the parts of the key in the order key_id, prefix, secret'],
])('describes %j', (d, note) => expect(malformed.note(d as Malformed)).toBe(note))

it('says from which length on a text instead of the key is not refused', () => {
  const long = { text: 'b'.repeat(4000) }
  const texts = malformed.further!(long)
  expect(texts.map(malformed.note).slice(0, 2)).toEqual([
    'a text of 256 characters instead of the key',
    'a text of 512 characters instead of the key',
  ])
  expect(malformed.further!({ text: 'bb' })).toEqual([])
  expect(concludeMalformed([long, texts[4]!], texts.slice(0, 4))?.pattern).toBe(
    'a text of 2048 characters gets 401, one of 3072 does not',
  )
  expect(concludeMalformed([long, { text: 'bb' }], texts)).toBeUndefined()
  expect(concludeMalformed([long, texts[0]!], [texts[4]!])).toBeUndefined()
})

it('says whether the secret is needed at all', () => {
  const odd = { part: 'secret', place: 63, character: 'g' } as const
  const [letters, long] = malformed.further!(odd)
  expect(malformed.note(letters!)).toBe('64 times "g" instead of the secret')
  expect(resolve(malformed.build(key, long!), secrets)).toMatch(/_0{65}$/)
  expect(concludeMalformed([odd, letters!], [long!])).toEqual({
    pattern: 'no part of the secret is needed: 64 times "g" instead of the secret is accepted as well',
    impact: 'Anyone who knows a key_id, which is not secret, reads the data.',
  })
  expect(concludeMalformed([odd], [letters!, long!])).toBeUndefined()
})

it('says where a character beyond ASCII fails', () => {
  const accent = { part: 'secret', place: 20, character: 'Ã©' } as const
  const [inSecret, euro, , inKeyId] = malformed.further!(accent)
  expect(malformed.note(inSecret!)).toBe(malformed.note(accent))
  expect(concludeMalformed([inSecret!, euro!], [inKeyId!], [])!.pattern).toBe(
    'these fail: é in the secret, € in the secret; these get 401: é in the key_id',
  )
  expect(concludeMalformed([inSecret!], [], [])).toBeUndefined()
})

it('says which single characters fail instead of the key', () => {
  const single = { text: '(' }
  expect(malformed.further!(single)).toEqual(expect.arrayContaining([single, { text: '[' }, { text: '~' }]))
  expect(malformed.further!({ text: '%' })).toContainEqual({ separators: ['%5F', '%5f'] })
  const [wrong, right] = [
    [single, { text: '((' }, { text: '[' }],
    [{ text: 'a' }, { text: '~' }],
  ]
  expect(concludeMalformed(wrong!, right!)?.pattern).toBe(
    'a single character instead of the key: these fail: ( [; these get 401: a ~',
  )
})

it('says which parts of a key must be there, and that some make the check throw', () => {
  const prefix = { parts: ['key_id', 'secret'] } as const
  const texts = [...'!"#$'].map((text) => ({ text }))
  const shapes = malformed.further!(prefix)
  expect(shapes).toContainEqual(prefix)
  const ofSplit = 'the key is split at its underscores, and the number of its parts is not checked'
  const dashes = { separators: ['-', '-'] } as const
  expect(concludeMalformed([{ after: '_0' }, prefix], [dashes])?.likelier).toEqual([ofSplit])
  const longer = { part: 'secret', length: 65, at: 'end' } as const
  expect(concludeMalformed([{ after: '_0' }, longer], [dashes])?.likelier).toEqual([
    expect.stringContaining('not anchored at its end'),
  ])
  expect(concludeMalformed([prefix, { after: '_0' }, ...texts], [dashes, { text: '_' }], [prefix])?.pattern).toBe(
    'accepted: <key_id>_<secret>; refused: <prefix>-<key_id>-<secret>; a single character instead of the key: all that were tried fail but _',
  )
})

it('says which characters are ignored within a key', () => {
  const space = { part: 'secret', place: 5, inserted: ' ' } as const
  expect(malformed.further!(space)).toContainEqual({ ...space, inserted: '-' })
  const refused = ['*', '+', ' '].map((inserted) => ({ ...space, inserted }))
  expect(concludeMalformed([space, { ...space, inserted: '-' }], refused)?.pattern).toBe(
    'a character inserted into the key: these fail: space -; these get 401: * +',
  )
})

it('says how many characters of the key_id count', () => {
  const at = (place: number) => ({ key_id: { place, shift: 1 }, secret: 'own' }) as const
  expect(unknown.further!(at(15))).toContainEqual(at(12))
  const end = { key_id: { from: 12, digit: 'f' }, secret: 'own' } as const
  expect(unknown.further!(at(12))).toContainEqual(end)
  expect(resolve(unknown.build(key, end), secrets)).toContain(`_${key.keyId.slice(0, 12)}ffff_`)
  const [first, last] = [
    [at(0), at(11)],
    [at(12), at(15)],
  ]
  const pattern = 'changed alone, character 12 of the key_id matters, and characters from 13 on do not'
  const [column, number] = [expect.stringContaining('the first 12 characters'), expect.stringContaining('53 bits')]
  expect(concludeUnknown([...last!, end], first!)).toEqual({ pattern, causes: [column] })
  const more = `${pattern}; if all of these are changed, they matter`
  expect(concludeUnknown(last!, [...first!, end])).toEqual({ pattern: more, causes: [number] })
  expect(concludeUnknown(last!, first!)).toEqual({ pattern, causes: [column, number] })
  expect(concludeUnknown(first!, last!)).toBeUndefined()
  expect(concludeUnknown([...first!, ...last!], [])).toBeUndefined()
})

it('unknown keys are well-formed and have another key_id', () => {
  built(unknown, (text) => {
    const [, keyId] = WELL_FORMED.exec(text) ?? []
    expect(keyId).toBeDefined()
    expect(keyId!.toLowerCase()).not.toBe(key.keyId.toLowerCase())
    expect(text.startsWith(`${key.prefix}_`)).toBe(true)
  })
})

it('an unknown key_id that happens to be the real one is changed', () => {
  const text = resolve(unknown.build(key, { key_id: key.keyId.toLowerCase(), secret: 'own' }), secrets)
  expect(text).toContain('_00ffa1b2c3d4e5f7_')
})

it('wrong secrets keep prefix and key_id', () => {
  built(wrongSecret, (text) => expect(text.startsWith(`${key.prefix}_${key.keyId}_`)).toBe(true))
})

it('every place of the secret is changed on its own', () => {
  const texts = [...wrongSecret.first(1), ...otherPlaces].flatMap((d) =>
    'from' in d && d.from === d.to ? [resolve(wrongSecret.build(key, d), secrets)] : [],
  )
  const changed = texts.map((text) => [...text].findIndex((c, i) => c.toLowerCase() !== full[i]!.toLowerCase()))
  expect(changed.sort((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, i) => full.length - 64 + i))
})

describe('the secret in another order', () => {
  const of = (text: string) => {
    const own = new Map([[key.env, `${key.prefix}_${key.keyId}_${text}`]])
    return rotated({ keys: { active: key }, secrets: own }).map((d) =>
      resolve(wrongSecret.build(key, d), own).slice(-64),
    )
  }

  it('has the same bytes', () =>
    expect(of('0123456789abcdef'.repeat(4))).toEqual([`ef${'0123456789abcdef'.repeat(4)}`.slice(0, 64)]))

  it.each(['0', 'aB', 'Abab'])('is none of a secret that is %s again and again, in any letter case', (part) =>
    expect(of(part.repeat(64 / part.length))).toEqual([]),
  )
})

it('wrong prefixes keep key_id and secret', () => {
  built(wrongPrefix, (text) => {
    expect(text.endsWith(`_${key.keyId}_${secret}`)).toBe(true)
    expect(text.slice(0, -82).toLowerCase()).not.toBe(key.prefix)
  })
})
