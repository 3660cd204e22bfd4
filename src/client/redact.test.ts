import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRedactor, nearOf } from './redact.ts'
import { display, resolve, type SecretText } from './secret-text.ts'
import { KEY, SECRET, SECRETS, UPPER } from './testing.ts'

const { redact } = createRedactor(SECRETS)
const hex = (c: string) => c.charCodeAt(0).toString(16).padStart(2, '0')
const mapped = (text: string, choices: number[], ways: ((c: string) => string)[]) =>
  [...text].map((c, i) => ways[choices[i % choices.length]! % ways.length]!(c)).join('')

/** Ways to write a text, and to read it again. */
const forms: Record<string, [write: (text: string, choices: number[]) => string, read: (text: string) => string]> = {
  plain: [(text) => text, (text) => text],
  'in any letter case': [(t, n) => mapped(t, n, [(c) => c, (c) => c.toUpperCase()]), (t) => t.toLowerCase()],
  'JSON-escaped': [(t, n) => mapped(t, n, [(c) => c, (c) => `\\u00${hex(c)}`]), jsonRead],
  'JSON-escaped twice': [(t, n) => mapped(t, n, [(c) => c, (c) => `\\\\u00${hex(c)}`]), (t) => jsonRead(jsonRead(t))],
  'URL-encoded': [(t, n) => mapped(t, n, [(c) => c, (c) => `%${hex(c)}`, (c) => `%25${hex(c)}`]), urlRead],
}

function jsonRead(text: string): string {
  return text.replace(/\\u([0-9a-f]{4})|\\(.)/gi, (_, code, c) =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : c,
  )
}
function urlRead(text: string): string {
  return text
    .replaceAll('%25', '%')
    .replace(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}

const around = fc.string({
  unit: fc.oneof(fc.constantFrom('a', '0', 'F', ' ', '_', '"', '\\', '=', '/', 'é'), fc.string()),
})
const choices = fc.array(fc.nat({ max: 5 }), { minLength: 1 })

describe.each(Object.entries(forms))('a secret %s', (_name, [write, read]) => {
  test('does not survive, wherever it stands', () => {
    fc.assert(
      fc.property(around, around, choices, fc.constantFrom(SECRET, KEY), (before, after, picks, text) => {
        const redacted = redact(before + write(text, picks) + after)
        expect(redacted).toContain('****')
        expect(read(redacted).toLowerCase()).not.toContain(SECRET)
        expect(redacted.toLowerCase()).not.toContain(SECRET)
      }),
    )
  })
})

test('a secret in base64 does not survive', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.string(),
      fc.constantFrom<BufferEncoding>('base64', 'base64url'),
      (before, after, code) => {
        const redacted = redact(`x ${Buffer.from(before + KEY + after).toString(code)}`)
        expect(redacted).toContain('****')
        expect(Buffer.from(redacted.slice(2), 'base64').toString()).not.toContain(SECRET)
      },
    ),
  )
})

describe('other forms of a secret do not survive', () => {
  const moved = (text: string, by: number) =>
    text.replace(/[0-9a-f]/gi, (c) => ((Number.parseInt(c, 16) + by) % 16).toString(16))
  const written: Record<string, (text: string) => string> = {
    backwards: (text) => [...text].reverse().join(''),
    'in hex': (text) => Buffer.from(text).toString('hex'),
    'in hex, in capitals': (text) => Buffer.from(text.toUpperCase()).toString('hex').toUpperCase(),
    'its digits moved on': (text) => moved(text, 7),
    'its digits moved on, backwards': (text) => moved([...text].reverse().join(''), 13),
  }
  test.for(Object.entries(written))('%s', ([, write]) => {
    fc.assert(
      fc.property(around, around, fc.nat(64 - 16), (before, after, from) => {
        const part = write(SECRET.slice(from, from + 16))
        const redacted = redact(before + part + after)
        expect(redacted).toContain('****')
        expect(redacted.toLowerCase()).not.toContain(part.toLowerCase())
      }),
    )
  })
  test('coded twice', () => {
    const basic = `Basic ${Buffer.from(`${moved(KEY, 3)}:`).toString('base64')}`
    for (const code of ['base64', 'hex'] as const)
      expect(redact(`x ${Buffer.from(basic).toString(code).replaceAll('=', '')} y`)).toBe('x **** y')
  })
  test('a part of one of another form, but not what may be its key_id', () => {
    const redactor = createRedactor(new Map([['CREATED', 'tnt-0123456789abcdef_99aabbccddeeff00_3141592653589793']]))
    expect(redactor.redact('99aabbccddeeff00 3141592653589793')).toBe('99aabbccddeeff00 ****')
  })
  test('a secret of few digits is hidden, and hides nothing but itself', () => {
    const redactor = createRedactor(new Map([['KEY', `tnt_0123456789abcdef_${'0'.repeat(64)}`]]))
    expect(redactor.redact(`${'0'.repeat(64)} ${'7'.repeat(64)} ${'0'.repeat(15)}`)).toBe(
      `**** ${'7'.repeat(64)} ${'0'.repeat(15)}`,
    )
  })
})

test('JSON stays JSON', () => {
  fc.assert(
    fc.property(around, around, (before, after) => {
      const redacted = redact(JSON.stringify({ [before + SECRET]: SECRET + after, x: `${before}${KEY}${after}` }))
      expect(JSON.stringify(JSON.parse(redacted))).not.toContain(SECRET)
    }),
  )
})

test('prefix and key_id stay readable', () => {
  expect(redact(`key ${KEY} is unknown`)).toBe('key tnt_live_1122334455667788_**** is unknown')
})

test('what holds no secret stays as it is', () => {
  const token = fc.string({ unit: fc.constantFrom(...'0123456789abcdefXYZ%\\'), maxLength: 90 })
  fc.assert(
    fc.property(fc.array(fc.oneof(token, fc.string())), (words) => {
      expect(redact(words.join(' '))).toBe(words.join(' '))
    }),
  )
})

test('secrets that are learnt later are seen', () => {
  const secrets = new Map<string, string>()
  const redactor = createRedactor(secrets)
  expect(redactor.redact(KEY)).toBe(KEY)
  secrets.set('CREATED', KEY)
  expect(redactor.redact(KEY)).toBe('tnt_live_1122334455667788_****')
  expect(redactor.redact(UPPER)).toBe(UPPER)
  secrets.set('SECOND', UPPER)
  expect(redactor.redact(UPPER)).toBe('tnt_live_99AABBCCDDEEFF00_****')
})

describe('near-variants', () => {
  const env = 'TENANT_A_KEY'
  const at = KEY.length - 64
  const variants = fc.oneof<fc.Arbitrary<SecretText>[]>(
    fc.nat({ max: 63 }).map((i) => [
      { env, to: at + i },
      { env, from: at + i, to: at + i + 1, shift: 3 },
      { env, from: at + i + 1 },
    ]),
    fc.integer({ min: 20, max: 63 }).map((length) => [{ env, to: at + length }]),
    fc.integer({ min: 1, max: 15 }).map((shift) => ['Bearer ', { env, to: at }, { env, from: at, shift }]),
    fc.integer({ min: -64, max: -20 }).map((from) => ['xyz', { env, from }, 'abc']),
    fc.constant(['Basic ', { base64: ['user:', { env, shift: 5 }] }]),
  )
  test('that were sent do not come back', () => {
    fc.assert(
      fc.property(
        variants,
        fc.constantFrom('plain', 'in any letter case', 'JSON-escaped'),
        choices,
        (text, form, picks) => {
          const near = nearOf([text], SECRETS)
          const redacted = redact(`you sent "${forms[form]![0](resolve(text, SECRETS), picks)}"`, near)
          expect(redacted).toContain('****')
          for (const part of near())
            if (part.length >= 20) expect(redacted.toLowerCase()).not.toContain(part.toLowerCase())
        },
      ),
    )
  })
  test('are shown without any of the secret', () => {
    fc.assert(
      fc.property(variants, (text) => {
        const shown = display(text, SECRETS)
        expect(shown).toContain('****')
        expect(redact(shown, nearOf([text], SECRETS))).toBe(shown)
      }),
    )
  })
})

test('in a text of megabytes a secret is found wherever it stands, again and again', () => {
  const redactor = createRedactor(SECRETS)
  const secret = [...SECRETS.values()][0]!.slice(-64)
  const filler = 'x'.repeat(300_000)
  for (const at of [0, 65_500, 65_536, 131_000, 299_990]) {
    const text = `${filler.slice(0, at)}${secret}${filler.slice(at)}`
    expect([redactor.redact(filler), redactor.redact(text)]).toEqual([filler, '****'])
    const escaped = text.replaceAll(/[0-9a-f]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`)
    expect(redactor.redact(escaped)).toBe('****')
  }
})

describe('in a text of megabytes what an exchange sent is found, though the text was clean for the one before', () => {
  const sent = ['another', 'theirs', 'third'].map((word) => createHash('sha256').update(word).digest('hex'))
  test.for(['', '+'])('where runs are parted by "%s"', (between) => {
    const redactor = createRedactor(SECRETS)
    const filler = `${'x'.repeat(20)}${between}`.repeat(7_500)
    const text = `${filler}${between}${sent[1]}${between}${filler}`
    const redacted = [0, 1, 2, 1].map((i) => redactor.redact(text, () => [sent[i]!]))
    expect(redacted.map((each) => each.includes(sent[1]!))).toEqual([true, false, true, false])
    expect([redacted[0], redacted[2]]).toEqual([text, text])
  })
})
