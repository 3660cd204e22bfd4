import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { display, resolve, type SecretText, shiftedIn } from '../core/secret-text.ts'
import { KEY, SECRET, SECRETS, UPPER } from '../testing/client.ts'
import { createRedactor, withoutKeys } from './redact.ts'

const { redact, redactValue } = createRedactor(SECRETS)
const PART = 16
const hex = (c: string) => c.charCodeAt(0).toString(16).padStart(2, '0')
const each = (text: string, write: (c: string) => string) => Array.from(text, write).join('')
const split = (text: string, separator: string, every: number) =>
  (text.match(new RegExp(`[^]{1,${every}}`, 'g')) ?? []).join(separator)

describe('a key is masked', () => {
  const bytes = JSON.stringify([...Buffer.from(KEY)])
  test.for<[string, string]>([
    ['as it is', KEY],
    ['in capitals', KEY.toUpperCase()],
    ['percent-encoded', each(KEY, (c) => `%${hex(c)}`)],
    ['percent-encoded twice', encodeURIComponent(each(KEY, (c) => `%${hex(c)}`))],
    ['JSON-escaped', each(KEY, (c) => `\\u00${hex(c)}`)],
    ['JSON-escaped twice', JSON.stringify(each(KEY, (c) => `\\u00${hex(c)}`))],
    ['\\x-escaped', each(KEY, (c) => `\\x${hex(c)}`)],
    ['in decimal HTML entities', each(KEY, (c) => `&#${c.charCodeAt(0)};`)],
    ['in hexadecimal HTML entities', each(KEY, (c) => `&#x${hex(c)};`)],
    ['in HTML entities, escaped again', each(KEY, (c) => `&amp;#x${hex(c)};`)],
    ['with a named HTML entity', KEY.replaceAll('_', '&lowbar;')],
    ['in base64', Buffer.from(KEY).toString('base64')],
    ['in base64url', Buffer.from(`?${KEY}`).toString('base64url')],
    ['in base64 with line breaks', split(Buffer.from(`user:${KEY}`).toString('base64'), '\r\n', 76)],
    ['in hex', Buffer.from(KEY).toString('hex')],
    ['in hex in capitals, split', split(Buffer.from(KEY).toString('hex').toUpperCase(), ':', 2)],
    ['as the bytes of its secret in base64', Buffer.from(SECRET, 'hex').toString('base64')],
    ['as a JSON array of bytes', bytes],
    ['as the JSON of a Buffer', JSON.stringify(Buffer.from(KEY))],
    ['as a pretty-printed array of bytes', JSON.stringify(JSON.parse(bytes), null, 2)],
    ['as that within a JSON string', JSON.stringify(JSON.stringify(JSON.parse(bytes), null, 2))],
    ['as a JSON array of characters', JSON.stringify([...KEY])],
    ['with terminal codes', split(KEY, '\x1b[31m', 5)],
    ['with terminal codes that were made printable', split(KEY, '\\x1b[0m', 5)],
    ['with a hyperlink of a terminal', split(KEY, '\x1b]8;;http://x\x07', 9)],
    ...[
      '-',
      ' ',
      ', ',
      ':',
      '\n',
      '\u200b',
      '\u00ad',
      '\ufeff',
      '", "',
      '—',
      '&shy;',
      '&ZeroWidthSpace;',
      '%20',
      '\\n',
    ].map((separator): [string, string] => [`split by ${JSON.stringify(separator)}`, split(KEY, separator, 2)]),
  ])('%s', ([, written]) => {
    for (const text of [written, `{"message":"no key ${written} here"}`]) {
      const redacted = redact(text)
      expect(redacted).toContain('****')
      expect(recoverable(redacted)).toEqual([])
    }
  })
})

/** Parts of the secret that stay when all that is not a letter or digit is taken out, also of what base64, escapes and bytes say. */
function recoverable(text: string, layers = 3): string[] {
  const bare = text
    .replaceAll('\x1b[31m', '')
    .replaceAll('\\x1b[0m', '')
    .replaceAll('\x1b]8;;http://x\x07', '')
    .replace(/[^0-9a-z]/gi, '')
    .toLowerCase()
  const parts = Array.from({ length: 64 - PART + 1 }, (_, i) => SECRET.slice(i, i + PART))
  const found = parts.filter((part) => bare.includes(part))
  if (layers === 0) return found
  const unescaped = text.replace(
    /%([0-9a-f]{2})|\\+u00([0-9a-f]{2})|\\+x([0-9a-f]{2})|&#x([0-9a-f]{2});|&#(\d+);|&amp;/gi,
    (all, ...c) => {
      if (all === '&amp;') return '&'
      const code = c.slice(0, 4).find((one) => one !== undefined)
      return String.fromCharCode(code === undefined ? Number(c[4]) : Number.parseInt(code, 16))
    },
  )
  const inBytes = String.fromCharCode(
    ...(text.match(/\d+/g) ?? [])
      .map(Number)
      .filter((byte) => byte < 256)
      .slice(0, 10_000),
  )
  const inBase64 = [0, 1, 2, 3].map((from) =>
    Buffer.from(text.replace(/[^0-9a-z+/_-]/gi, '').slice(from), 'base64').toString('latin1'),
  )
  const inHex = [0, 1].map((from) =>
    Buffer.from(
      text
        .replace(/[^0-9a-z]/gi, '')
        .slice(from)
        .match(/[0-9a-f]{2}/gi)
        ?.join('') ?? '',
      'hex',
    ).toString('latin1'),
  )
  return [
    ...found,
    ...[unescaped, inBytes, ...inBase64, ...inHex].flatMap((read) =>
      read === text ? [] : recoverable(read, layers - 1),
    ),
  ]
}

/** Encodings, each with its inverse. A split one cannot be split by what it consists of. */
interface Coding {
  readonly write: (text: string) => string
  readonly read: (text: string) => string
  readonly takes?: (text: string) => boolean
}
const unhex = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16))
const codings = fc.oneof<fc.Arbitrary<[string, Coding]>[]>(
  fc.constantFrom<[string, Coding]>(
    ['capitals', { write: (t) => t.toUpperCase(), read: (t) => t, takes: (t) => /^[0-9a-f]*$/.test(t) }],
    [
      'percent',
      {
        write: (t) => each(t, (c) => encodeURIComponent(c).replace(/^[^%]$/, (d) => `%${hex(d)}`)),
        read: decodePercent,
      },
    ],
    [
      'JSON',
      {
        write: (t) => each(t, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
        read: (t) => t.replace(/\\u([0-9a-f]{4})/gi, unhex),
      },
    ],
    [
      '\\x',
      {
        write: (t) => each(t, (c) => `\\x${hex(c)}`),
        read: (t) => t.replace(/\\x([0-9a-f]{2})/gi, unhex),
        takes: isAscii,
      },
    ],
    ['HTML', { write: (t) => each(t, (c) => `&#x${hex(c)};`), read: (t) => t.replace(/&#x([0-9a-f]+);/gi, unhex) }],
    [
      'decimal HTML',
      {
        write: (t) => each(t, (c) => `&#${c.charCodeAt(0)};`),
        read: (t) => t.replace(/&#(\d+);/g, (_, d) => String.fromCharCode(d)),
      },
    ],
    ['base64', { write: (t) => Buffer.from(t).toString('base64'), read: (t) => Buffer.from(t, 'base64').toString() }],
    [
      'base64url',
      { write: (t) => Buffer.from(t).toString('base64url'), read: (t) => Buffer.from(t, 'base64url').toString() },
    ],
    ['hex', { write: (t) => Buffer.from(t).toString('hex'), read: (t) => Buffer.from(t, 'hex').toString() }],
    [
      'bytes',
      { write: (t) => JSON.stringify([...Buffer.from(t)]), read: (t) => Buffer.from(JSON.parse(t)).toString() },
    ],
  ),
  fc
    .tuple(fc.constantFrom('-', ' ', ',', ', ', '.', '\n', '\u200b', '\u00ad', '", "'), fc.integer({ min: 1, max: 8 }))
    .map(([separator, every]) => [
      `split by ${JSON.stringify(separator)}`,
      {
        write: (t) => split(t, separator, every),
        read: (t) => t.replaceAll(separator, ''),
        // What is not in the text can be taken out of it again; `+`, `/`, `-` and `_` of base64 look like separators.
        takes: (t) => ![...separator].some((c) => t.includes(c)) && !/[+/_-]/.test(t),
      },
    ]),
)
function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length
}
function decodePercent(text: string): string {
  return Buffer.from(text.replace(/%([0-9a-f]{2})/gi, unhex), 'latin1').toString()
}

const around = fc.constantFrom(
  '',
  'x ',
  '{"message":"no such key: ',
  '{"data":[{"id":17,"name":"Ann"}],"x":["',
  'GET /users?key=',
  '<p>',
  'Größe: ',
  '","total":3}',
  ' 100 %',
  '\n',
  '\\',
  '=',
)

test('any part of a secret is masked in any chain of up to three encodings, anywhere in a text', () => {
  const part = fc
    .tuple(fc.nat(64 - PART), fc.integer({ min: PART, max: 64 }))
    .map(([from, length]) => SECRET.slice(from, from + length))
  fc.assert(
    fc.property(part, fc.array(codings, { maxLength: 3 }), around, around, (secret, chain, before, after) => {
      let written = secret
      const used: Coding[] = []
      for (const [, coding] of chain)
        if (coding.takes?.(written) ?? true) {
          written = coding.write(written)
          used.unshift(coding)
        }
      expect(used.reduce((text, { read }) => read(text), written).toLowerCase()).toBe(secret)
      const redacted = redact(before + written + after)
      expect(redacted).toContain('****')
      expect(redacted).not.toContain(written)
      expect(recoverable(redacted, used.length)).toEqual([])
    }),
    { numRuns: 1000 },
  )
})

test('a part that is shorter than 16 characters is no part', () => {
  expect(redact(`${SECRET.slice(0, 15)} ${SECRET.slice(0, 16)}`)).toBe(`${SECRET.slice(0, 15)} ****`)
})

test('JSON stays JSON', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const redacted = redact(JSON.stringify({ [before + SECRET]: SECRET + after, x: `${before}${KEY}${after}` }))
      expect(JSON.stringify(JSON.parse(redacted))).not.toContain(SECRET)
    }),
  )
})

test('prefix and key_id stay readable', () => {
  expect(redact(`key ${KEY} is unknown`)).toBe('key tnt_live_1122334455667788_**** is unknown')
})

describe('what holds no secret stays as it is', () => {
  const time = fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  const hexText = (length: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })
  const scalar = fc.oneof(
    ...[
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.bigInt().map(String),
      fc.uuid(),
      time,
      fc.webUrl(),
      fc.emailAddress(),
    ],
    ...[
      fc.string({ unit: 'binary' }),
      fc.lorem(),
      fc.base64String(),
      fc.ipV6(),
      hexText(16),
      hexText(64),
      fc.stringMatching(/^[%\\&#;xu0-9a-f]{0,60}$/),
    ],
    fc.string().map((text) => Buffer.from(text).toString('base64')),
    fc.string().map((text) => encodeURIComponent(text.toWellFormed())),
  )
  const list = fc.oneof(
    fc.array(fc.nat(255), { maxLength: 80 }),
    fc.array(fc.nat(2 ** 31)),
    fc.array(fc.uuid()),
    fc.array(hexText(2), { maxLength: 80 }),
  )
  const record = fc.dictionary(
    fc.oneof(fc.constantFrom('id', 'key_id', 'created_at', 'rows'), fc.string()),
    fc.oneof(scalar, list),
  )
  test('in JSON', () => {
    fc.assert(
      fc.property(fc.array(record), fc.constantFrom(0, 2), (data, indent) => {
        const text = JSON.stringify({ data, pagination: { total: data.length } }, null, indent)
        expect(redact(text)).toBe(text)
        expect(redact(JSON.stringify(text))).toBe(JSON.stringify(text))
        expect(redactValue(data)).toBe(data)
      }),
      { numRuns: 300 },
    )
  })
  test('in other text', () => {
    fc.assert(
      fc.property(fc.array(scalar.map(String)), fc.constantFrom(' ', ', ', '\n', '-', ''), (words, separator) => {
        expect(redact(words.join(separator))).toBe(words.join(separator))
      }),
    )
  })
})

describe('a created key of another form is a secret as a whole', () => {
  test.for([
    ['tenant-0123456789abcdef.Zx81kQpLmN42vB77', 'tenant-0123456789abcdef'],
    ['short-key-1', 'SHORT-KEY-1'],
    ['a-b-c-d-e-f-g-h-i-j-k-l-m-n-o-p-q-r-s-t', 'd-e-f-g-h-i-j-k'],
  ] as const)('%s', ([key, part]) => {
    const redactor = createRedactor(new Map([['CREATED', key]]))
    expect(redactor.redact(`<${part}>`)).toContain('****')
    expect(redactor.redact(Buffer.from(`x${key}`).toString('base64'))).toMatch(/^\*{4}=*$/)
  })
  test('one of zeros hides nothing but itself', () => {
    const redactor = createRedactor(new Map([['KEY', `tnt_0123456789abcdef_${'0'.repeat(64)}`]]))
    expect(redactor.redact(`${'0'.repeat(64)} ${'7'.repeat(64)} ${'0'.repeat(15)}`)).toContain(`**** ${'7'.repeat(64)}`)
  })
})

test('secrets that are added later are masked', () => {
  const secrets = new Map<string, string>()
  const redactor = createRedactor(secrets)
  expect(redactor.redact(KEY)).toBe(KEY)
  secrets.set('CREATED', KEY)
  expect(redactor.redact(KEY)).toBe('tnt_live_1122334455667788_****')
  expect(redactor.redact(UPPER)).toBe(UPPER)
  secrets.set('SECOND', UPPER)
  expect(redactor.redact(UPPER)).toBe('tnt_live_99AABBCCDDEEFF00_****')
  redactor.hide('0'.repeat(20))
  expect(redactor.redact('0'.repeat(20))).toBe('****')
})

describe('redactValue', () => {
  const bytes = [...Buffer.from(KEY)]
  test.for<[string, unknown, unknown]>([
    [
      'masks texts and names',
      { [KEY]: [1n, KEY, null] },
      { 'tnt_live_1122334455667788_****': [1n, 'tnt_live_1122334455667788_****', null] },
    ],
    ['masks a list of bytes as a whole', { type: 'Buffer', data: bytes }, { type: 'Buffer', data: '****' }],
    ['masks a list of characters as a whole', [[...KEY], 'x'], ['****', 'x']],
    ['leaves other values', { a: 1n, b: [null, true, 1.5], c: 'x' }, { a: 1n, b: [null, true, 1.5], c: 'x' }],
  ])('%s', ([, value, redacted]) => expect(redactValue(value)).toEqual(redacted))
})

describe('mutated keys', () => {
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
  test('that were sent are masked as a whole', () => {
    fc.assert(
      fc.property(variants, (text) => {
        const redactor = createRedactor(SECRETS)
        shiftedIn(text, SECRETS).forEach(redactor.hide)
        const sent = resolve(text, SECRETS)
        for (const echo of sent.startsWith('Basic') ? [sent] : [sent, sent.toUpperCase()])
          expect(redactor.redact(`you sent "${echo}"`)).toMatch(
            /^you sent "(Bearer |Basic )?(tnt_live_1122334455667788_)?\*{4}=*"$/i,
          )
      }),
    )
  })
  test('are shown without any of the secret', () => {
    fc.assert(
      fc.property(variants, (text) => {
        const shown = display(text, SECRETS)
        expect(shown).toContain('****')
        expect(redact(shown)).toBe(shown)
      }),
    )
  })
})

test('finds a secret at any place in a text of megabytes', () => {
  const filler = 'x'.repeat(300_000)
  for (const at of [0, 65_500, 65_536, 131_000, 299_990]) {
    const text = `${filler.slice(0, at)} ${SECRET} ${filler.slice(at)}`
    expect(redact(text)).toBe(text.replace(SECRET, '****'))
    const escaped = text.replaceAll(/[0-9a-f]/g, (c) => `\\u00${hex(c)}`)
    expect(redact(escaped)).toBe(text.replace(SECRET, '****'))
  }
})

describe('withoutKeys masks a key that the suite does not know', () => {
  const key = `tnt_0123456789abcdef_${'7f3a91c05be24d68'.repeat(4)}`
  test.for<[string, string]>([
    ['as it is', key],
    ['in base64', Buffer.from(key).toString('base64')],
    ['percent-encoded', each(key, (c) => `%${hex(c)}`)],
    ['as bytes', JSON.stringify([...Buffer.from(key)])],
    ['with terminal codes', split(key, '\x1b[1m', 3)],
    ['split', split(key.slice(-64), '-', 2)],
    ['as characters', JSON.stringify([...key.slice(-64)])],
  ])('%s', ([, text]) => {
    expect(withoutKeys(`created ${text}`)).toContain('****')
    expect(withoutKeys(`created ${text}`).replace(/\W/g, '')).not.toMatch(/7f3a91c05be24d68/)
  })
  test.for([
    'error at 2026-01-02T03:04:05.123Z, 1767323045123',
    '550e8400-e29b-41d4-a716-446655440000, 550e8400-e29b-41d4-a716-446655440001, 550e8400-e29b-41d4-a716-446655440002',
    Array.from({ length: 60 }, (_, i) => i).join(', '),
    'tnt_0123456789abcdef_****',
  ])('and leaves %s', (text) => expect(withoutKeys(text)).toBe(text))
})

test.for<[string, string, readonly string[] | undefined]>([
  ['as it is', KEY, undefined],
  ['in base64', Buffer.from(`X: ${KEY}`).toString('base64'), ['in base64']],
  ['in hex', Buffer.from(`X: ${KEY}`).toString('hex'), ['in hex']],
  [
    'in base64 of JSON escapes',
    Buffer.from(each(KEY, (c) => `\\u00${hex(c)}`)).toString('base64'),
    ['in base64', 'escaped'],
  ],
  ['deflated', `.${deflateSync(`X: ${KEY}`).toString('base64url')}`, ['compressed']],
  ['deflated without a header', deflateRawSync(`X: ${KEY}`).toString('base64url'), ['compressed']],
  ['in gzip', gzipSync(`X: ${KEY}`).toString('base64'), ['compressed']],
  ['in Brotli', brotliCompressSync(`X: ${KEY}`).toString('base64'), ['compressed']],
  ['as bytes', JSON.stringify([...Buffer.from(KEY)]), ['as a list of bytes']],
  ['in groups', split(SECRET, ':', 8), ['in parts or other letter case']],
])('says of a key that is shown how it is written: %s', ([, text, written]) => {
  const redactor = createRedactor(SECRETS)
  redactor.redact(text)
  const [shown] = redactor.keysShownIn(text)
  expect(shown).toMatchObject({ whole: true })
  expect(shown!.written).toEqual(written)
})
