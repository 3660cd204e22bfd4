import fc from 'fast-check'
import { KEY_ID_LENGTH } from '../../../src/core/key-format.ts'
import { randomFrom, seedFor } from '../../../src/core/random.ts'

/** Text with a meaning in some language, in place of a key or of a part of it. */
export interface Hostile {
  readonly family: Family
  readonly instead_of: 'key' | 'key_id' | 'secret'
  readonly hostile: string
}

/** Random choices of one text. */
interface Draw {
  /** An integer from 0 to `below` - 1. */
  number(below: number): number
  one(of: string | readonly string[]): string
  /** Characters of an alphabet. */
  word(length: number, alphabet?: string): string
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'
const ALPHANUMERIC = LETTERS + LETTERS.toUpperCase() + DIGITS
/** Names that every object inherits, or that interpreters treat in their own way. */
const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'isPrototypeOf']

const base64url = (value: string): string => Buffer.from(value).toString('base64url')

/** Bytes of UTF-8, as a header is sent. */
export const utf8 = (text: string): string => Buffer.from(text).toString('latin1')

/** The text of a header, whose bytes are UTF-8 or else Latin-1. */
export const readable = (bytes: string): string => {
  const text = Buffer.from(bytes, 'latin1').toString()
  return text.includes('\ufffd') ? bytes : text
}

/** A token that a verifier accepts for everything but its signature. */
const webToken = (d: Draw, alg: string, signature: string): string =>
  [
    { alg, typ: 'JWT', kid: d.word(8) },
    {
      ...{ iss: `https://${d.word(8)}.example`, sub: d.word(8), aud: 'api', scope: 'openid' },
      ...{ iat: 1_700_000_000 + d.number(1e7), exp: 4_000_000_000 + d.number(1e8) },
    },
  ]
    .map((part) => base64url(JSON.stringify(part)))
    .concat(signature)
    .join('.')

/** Grammars of text that some layer could interpret. Nothing in them changes data, should it be executed. */
const FAMILIES = {
  sql: (d) => {
    const [quote, n] = [d.one(`'"`), d.number(90) + 10]
    const tail = d.one(['--', '#', `/*`, ` AND ${quote}a${quote}=${quote}a`])
    return d.one([`${quote} OR ${n}=${n}${tail}`, `${quote}) OR (${quote}${n}${quote}=${quote}${n}`])
  },
  inherited: (d) => d.one(INHERITED),
  json: (d) => d.one([`{"$ne":"${d.word(4)}"}`, `{"$gt":""}`, `["${d.word(5)}"]`, `{"${d.word(3)}":{"$regex":".*"}}`]),
  'json web token': (d) => webToken(d, d.one(['HS256', 'RS256', 'ES256']), d.word(43, `${ALPHANUMERIC}-_`)),
  'regular expression': (d) =>
    d.one([`[0-9a-f]{${KEY_ID_LENGTH}}`, `.*${d.word(1)}?`, `(${d.word(1)}+)+$`, '[', '(', `\\${d.word(1)}(?`]),
  format: (d) => d.one(['%s', '%n', '%x', '%d', '{0}', '{}', '%(a)s']).repeat(1 + d.number(4)),
  template: (d) => {
    const [open, close] = d.one(['{{ }}', '$' + '{ }', '<%= %>', '#{ }']).split(' ')
    return `${open}${d.number(90) + 10}*${d.number(90) + 10}${close}`
  },
  ldap: (d) => d.one([`*)(${d.word(3)}=*`, `*)(|(${d.word(3)}=*)`, `*)(&`, `\\2a${d.word(2)}`]),
  shell: (d) => d.one(['$(:)', '`:`', '| :', '&& :', `$${'{'}IFS}`]) + d.word(4),
  'percent-encoding': (d) => d.one(['%', '%0', '%zz', '%ff', '%00', '%27']) + d.word(3),
  'digits of other scripts, the last one of four bytes': (d) => {
    const zero = Number(d.one(['1632', '2406', '65296']))
    const digits = Array.from({ length: KEY_ID_LENGTH - 1 }, () => zero + d.number(10))
    // Mathematical digits take four bytes of UTF-8, which some columns cannot hold.
    return utf8(String.fromCodePoint(...digits, 0x1d7ce + d.number(50)))
  },
  'key of another service': (d) =>
    d.one([
      ['sk', 'live', d.word(24, ALPHANUMERIC)].join('_'),
      ['ghp', d.word(36, ALPHANUMERIC)].join('_'),
      `AKIA${d.word(16, LETTERS.toUpperCase())}`,
      [8, 4, 4, 4, 12].map((length) => d.word(length, '0123456789abcdef')).join('-'),
    ]),
  'other scheme': (d) =>
    d.one([
      `Basic ${Buffer.from(`${d.word(5)}:${d.word(9)}`).toString('base64')}`,
      `Digest username="${d.word(5)}"`,
      `Negotiate ${d.word(24, ALPHANUMERIC)}`,
      `Token ${d.word(40, '0123456789abcdef')}`,
    ]),
  markup: (d) => d.one([`<${d.word(3)}>`, `<!--${d.word(3)}`, `&${d.word(4)};`, `<!DOCTYPE ${d.word(2)}>`]),
  path: (d) => d.one(['../', '..\\', './', '//']).repeat(1 + d.number(3)) + d.word(5),
  number: (d) =>
    d.one(['NaN', 'Infinity', `-${d.number(9) + 1}`, `1e${300 + d.number(99)}`, `0x${d.number(9)}`, 'true', 'null']),
  // Just below 4 KiB with the other parts of a key: longer ones a gateway may refuse.
  long: (d) => d.word(4010 + d.number(30), '0123456789abcdef'),
  'look-alike letters': (d) => {
    // Full-width or Cyrillic letters; some are hex digits when normalised.
    const look = Array.from({ length: 4 }, () => String.fromCharCode(Number(d.one(['65345', '1072'])) + d.number(6)))
    return utf8(look.join('')) + d.word(12, '0123456789abcdef')
  },
} satisfies Readonly<Record<string, (d: Draw) => string>>

type Family = keyof typeof FAMILIES
const NAMES = Object.keys(FAMILIES) as Family[]

const PLACES = ['key', 'key_id', 'secret'] as const
/** Texts that are whole keys of other kinds, and rarely part of a key. */
const WHOLE: readonly Family[] = ['json web token', 'key of another service', 'other scheme', 'long']

function draw(seed: number): Draw {
  const random = randomFrom(seed)
  const number = (below: number): number => Math.floor(random() * below)
  const one = (of: string | readonly string[]): string => of[number(of.length)]!
  return { number, one, word: (length, alphabet = LETTERS) => Array.from({ length }, () => one(alphabet)).join('') }
}

function hostileOf(family: Family, seed: number, place?: Hostile['instead_of']): Hostile {
  const d = draw(seedFor(seed, family, place ?? ''))
  const instead_of = place ?? (WHOLE.includes(family) ? 'key' : PLACES[d.number(PLACES.length)]!)
  return { family, instead_of, hostile: FAMILIES[family](d) }
}

const TOGETHER: readonly Family[] = [
  'json',
  'sql',
  'template',
  'format',
  'ldap',
  'shell',
  'markup',
  'inherited',
  'percent-encoding',
]

/** Text with a meaning in several languages at the same time. It shrinks to the part that matters. */
export const hostileTogether = (seed: number): string =>
  TOGETHER.map((family) => hostileOf(family, seed, 'key').hostile).join(' ')

export const isToken = ({ family }: { readonly family?: Family }): boolean => family === 'json web token'

/** A token without a signature. */
export function unsignedToken(seed: number): Hostile {
  const hostile = webToken(draw(seedFor(seed, 'unsigned')), 'none', '')
  return { family: 'json web token', instead_of: 'key', hostile }
}

/** One text of each family, and of those that reach a look-up one in each place; in the order of how telling they are. */
export const hostileFor = (seed: number): Hostile[] => [
  hostileOf('sql', seed, 'key_id'),
  hostileOf('inherited', seed, 'key_id'),
  hostileOf('sql', seed, 'key'),
  hostileOf('inherited', seed, 'key'),
  ...NAMES.filter((family) => family !== 'sql' && family !== 'inherited').map((family) => hostileOf(family, seed)),
]

const MOST_ALIKE = 3

/** Other texts of the family, and in the other places. */
export function alike({ family, instead_of }: Hostile): Hostile[] {
  const texts =
    family === 'inherited'
      ? INHERITED.map((hostile): Hostile => ({ family, instead_of, hostile }))
      : Array.from({ length: MOST_ALIKE }, (_, seed) => hostileOf(family, seed, instead_of))
  const places = WHOLE.includes(family) ? [] : PLACES.filter((place) => place !== instead_of)
  return [...texts, ...places.map((place) => hostileOf(family, 0, place))]
}

const CAUSES: Partial<Record<Family, string>> = {
  sql: 'the text of the key becomes part of a query',
  inherited: 'keys are looked up in an object or a map that inherits such names',
  json: 'the text is parsed as JSON, or becomes part of the query of a document database',
  'regular expression': 'the text is compiled as a regular expression',
  format: 'the text is used as the format of a log line or a message',
  template: 'the text is used as a template',
  'percent-encoding': 'the key is percent-decoded, like a part of a URL',
  'json web token':
    'a token of another scheme is decoded and trusted: its signature, issuer or algorithm is not checked',
}

/** What single characters that fail alone mean to a layer that reads them. */
const OF_CHARACTERS: readonly (readonly [RegExp, Family])[] = [
  [/%/, 'percent-encoding'],
  [/[()[\]*+?\\]/, 'regular expression'],
  [/['"]/, 'sql'],
]
const SHORT = 3

/** What usually reacts to such a text. */
export function causeOfHostile({ family, text = '' }: { readonly family?: Family; readonly text?: string }) {
  const short = text.length <= SHORT ? OF_CHARACTERS.find(([character]) => character.test(text))?.[1] : undefined
  const named = family ?? short
  return named && CAUSES[named]
}

export const anyHostile: fc.Arbitrary<Hostile> = fc
  .record({ family: fc.constantFrom(...NAMES), seed: fc.integer(), place: fc.constantFrom(...PLACES) })
  .map(({ family, seed, place }) => hostileOf(family, seed, WHOLE.includes(family) ? 'key' : place))
