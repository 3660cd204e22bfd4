import type { Req } from '../../../src/core/exchange.ts'
import { randomFrom, seedFor } from '../../../src/core/random.ts'

export const API = '/api/public/v1'

/** What differs from the request to a documented path. */
export type Spelling = Pick<Req, 'path'> & Partial<Pick<Req, 'root' | 'absolute' | 'method'>>

/** Random choices of one spelling. */
interface Choice {
  /** A place in a text of this length. */
  place(length: number): number
  one<T>(of: readonly T[]): T
}

/** Paths that a configuration often excludes from authentication. */
const PUBLIC = [
  'health',
  'healthz',
  'status',
  'docs',
  'login',
  'public',
  'static',
  'assets',
  'openapi.json',
  'favicon.ico',
]
const EXTENSIONS = ['json', 'css', 'js', 'png', 'ico', 'csv', 'xml', 'html', 'txt', 'svg']
/** What products often offer beside reading a list. */
const ACTIONS = ['export', 'index', 'download', 'search', 'all', 'count', 'print', 'stream']
const VERSIONS = ['/v2', '/v1.0', '/v01', '/V1', '/v0', '/1', '/v', '/latest', '/beta']
/** Where an index of the API may be. */
const INDEXES = [API, `${API}/`, '/api/public', '/api', '/']
const PREFIXES = [
  '/api/internal/v1',
  '/api/v1',
  '',
  '/public/v1',
  '/api',
  '/api/private/v1',
  '/internal/v1',
  '/admin/api/v1',
]
/** Scripts that all requests of some servers go through. */
const FRONT_CONTROLLERS = [
  `/index.php${API}`,
  `${API}/index.php`,
  `/app.php${API}`,
  `/api/index.php/public/v1`,
  `/public/index.php${API}`,
  `/index.html${API}`,
  `/cgi-bin/index.cgi${API}`,
  `/app_dev.php${API}`,
]
/** Parameters of other features and the name of a static file at the end: each may skip authentication. */
export const FEATURES = ['callback=f', 'format=json', 'debug=1', 'preview=true', '_method=OPTIONS', 'v=.css']

const firstSegment = (path: string): string => /^\/[^/]*/.exec(path)![0]

const hexOf = (character: string): string => character.charCodeAt(0).toString(16).padStart(2, '0')

/** Percent-encodes one character, in either letter case of its digits. */
function encodedAt(text: string, place: number, choice: Choice): string {
  const digits = hexOf(text[place]!)
  return `${text.slice(0, place)}%${choice.one([digits, digits.toUpperCase()])}${text.slice(place + 1)}`
}

/** Of a path, letters of its first segment: others may belong to ids. */
const letterIn = (text: string, choice: Choice): number =>
  choice.one(
    [...(text === API ? text : firstSegment(text))].flatMap((character, place) =>
      /[a-z]/.test(character) ? [place] : [],
    ),
  )
const encodedLetter = (text: string, choice: Choice): string => encodedAt(text, letterIn(text, choice), choice)
const replacedLast = (path: string, from: string, to: string): string => {
  const at = path.lastIndexOf(from)
  return path.slice(0, at) + to + path.slice(at + from.length)
}
const capitalAt = (text: string, place: number): string =>
  text.slice(0, place) + text[place]!.toUpperCase() + text.slice(place + 1)

/** Spellings of a documented path that a router, a proxy or a filter may take for it, the most telling first. */
const SPELLINGS = {
  'trailing slash': (path) => ({ path: `${path}/` }),
  'encoded letter': (path, choice) => ({ path: encodedLetter(path, choice) }),
  'double slash': (path) => ({ path: `/${path}` }),
  'path parameter': (path, choice) => ({ path: `${path};${choice.one(['a=b', 'jsessionid=0', ''])}` }),
  'letter case': (path, choice) => ({ path: capitalAt(path, letterIn(path, choice)) }),
  extension: (path, choice) => ({ path: `${path}.${choice.one(EXTENSIONS)}` }),
  'dot segment after a public path': (path, choice) => ({ path: `/${choice.one(PUBLIC)}/..${path}` }),
  version: (path, choice) => ({ root: `/api/public${choice.one(VERSIONS)}`, path }),
  'encoded dot segment': (path, choice) => ({ path: `/${choice.one(PUBLIC)}/%2e%2e${path}` }),
  'encoded slash': (path, choice) => ({ path: replacedLast(path, '/', choice.one(['%2f', '%2F'])) }),
  'absolute-form': (path) => ({ path, absolute: true }),
  'root of the API': (_path, choice) => ({ root: '', path: choice.one(INDEXES) }),
  'encoded letter of the root': (path, choice) => ({ root: encodedLetter(API, choice), path }),
  'letter case of the root': (path, choice) => ({ root: capitalAt(API, letterIn(API, choice)), path }),
  'no version': (path) => ({ root: '/api/public', path }),
  'file name after the path': (path, choice) => ({ path: `${path}/${choice.one(PUBLIC)}.${choice.one(EXTENSIONS)}` }),
  'double slash at the start': (path) => ({ root: `/${API}`, path }),
  'host after a double slash': (path, choice) => ({
    root: `//${choice.one(['x', 'localhost', 'user@x', '..'])}${API}`,
    path,
  }),
  'encoded control character': (path, choice) => ({
    path: `${path}${choice.one(['%00', '%0a', '%0d%0a', '%0d', '%1f', '%7f', '%0b', '%c2%85'])}`,
  }),
  'parameter in a dot segment': (path, choice) => ({ path: `/${choice.one(PUBLIC)}/..;${path}` }),
  'encoded question mark': (path, choice) => ({ path: `${path}${choice.one(['%3f', '%3F'])}x` }),
  'encoded hash': (path, choice) => ({ path: `${path}%23.${choice.one(EXTENSIONS.slice(1))}` }),
  'static file after the path': (path, choice) => ({ path: `${path}/x.${choice.one(EXTENSIONS.slice(1))}` }),
  'trailing blank': (path, choice) => ({
    path: `${path}${choice.one(['%20', '%09', '%c2%a0', '%e2%80%8b', '%e3%80%80'])}`,
  }),
  'public path in the query': (path, choice) => ({
    path: `${path}?${choice.one(['', 'x=/', '/'])}${choice.one(PUBLIC)}`,
  }),
  'parameters of other features': (path, choice) => ({
    path: `${path}?${FEATURES.join('&').replace('.css', `.${choice.one(EXTENSIONS.slice(1))}`)}`,
  }),
  'malformed escape in an id': (path, choice) => ({ path: withIdReplaced(path, choice.one(['%00', '%ff', '%zz'])) }),
  backslash: (path) => ({ path: replacedLast(path, '/', '\\') }),
  'double encoding': (path, choice) => ({ path: encodedLetter(path, choice).replace('%', '%25') }),
  'look-alike letter': (path, choice) => ({ path: fullWidth(path, letterIn(path, choice)) }),
  'single dot': (path) => ({ path: `/.${path}` }),
  'dot segments from the top': (path, choice) => ({ root: `/${choice.one(PUBLIC)}/..${API}`, path }),
  'other prefix': (path, choice) => ({
    root: choice.one(PREFIXES),
    path,
  }),
  'root shortened to v1': (path) => ({ root: '/v1', path }),
  'trailing plus': (path) => ({ path: `${path}+` }),
  'trailing dot': (path, choice) => ({ path: `${path}${choice.one(['.', '/.', '%2e', '/x/..'])}` }),
  'double slash before the last segment': (path) => ({ path: replacedLast(path, '/', '//') }),
  'capitals only': (path) => ({ path: path.replace(firstSegment(path), firstSegment(path).toUpperCase()) }),
  'encoded backslash': (path, choice) => ({ path: `/${choice.one(PUBLIC)}%5c..%5c${path.slice(1)}` }),
  'dot segments after an encoded slash': (path, choice) => ({ path: `/${choice.one(PUBLIC)}%2f..${path}` }),
  'path parameter of the root': (path, choice) => ({
    root: parameterAfter(API, choice.one(['api', 'public', 'v1'])),
    path,
  }),
  'single resource': (path) => ({ path: resourceOf(path, 5) }),
  'topmost resource': (path) => ({ path: resourceOf(path, 3) }),
  'word such as export after the path': (path, choice) => ({ path: `${path}/${choice.one(ACTIONS)}` }),
  'trailing slash and HEAD': (path) => ({ path: `${path}/`, method: 'HEAD' }),
  'double prefix': (path) => ({ root: API + API, path }),
  'front controller': (path, choice) => ({ root: choice.one(FRONT_CONTROLLERS), path }),
  'lenient escape': (path, choice) => ({ path: choice.one([overlong, javaScript])(path, letterIn(path, choice)) }),
  'shallow or nested route': (path, choice) => ({
    path: choice.one([shallow(path) ?? `/company${path}`, `/company${path}`, path.slice(path.lastIndexOf('/'))]),
  }),
} satisfies Readonly<Record<string, (path: string, choice: Choice) => Spelling>>

/** The project or the dataset whose list or rows these are; of another list a record that it lists. */
function resourceOf(path: string, most: number): string {
  const segments = path.split('/')
  return segments.length > 3 ? segments.slice(0, segments.length > 5 ? most : 3).join('/') : `${path}/{id}`
}

const parameterAfter = (root: string, segment: string): string => root.replace(`/${segment}`, '$&;a=b')

/** The second segment is an id where there is one. */
const withIdReplaced = (path: string, id: string): string =>
  path.split('/').length > 2 ? path.replace(/^(\/[^/]+\/)[^/]+/, `$1${id}`) : `${path}/${id}`

export type SpellingName = keyof typeof SPELLINGS
export const NAMES = Object.keys(SPELLINGS) as SpellingName[]
/** Spellings that are rarely routed, or like others: after all others. */
const RARE: readonly SpellingName[] = [
  'double slash before the last segment',
  'capitals only',
  'dot segments after an encoded slash',
  'encoded backslash',
  'double prefix',
]
/** Spellings with several likely variations: one says little about the others. */
const LIKELY: readonly (readonly [SpellingName, variation: number])[] = [
  ['extension', 1],
  ['root of the API', 1],
  ['version', 1],
  ['version', 2],
  ['root of the API', 2],
  ['encoded control character', 1],
  ['front controller', 1],
  ['trailing dot', 1],
  ['word such as export after the path', 1],
  ['lenient escape', 1],
]
/** Spellings with many variations: the seed chooses another one. */
const MANY: readonly SpellingName[] = [
  'version',
  'encoded control character',
  'extension',
  'other prefix',
  'front controller',
  'encoded letter',
  'letter case',
]

/** Spellings with one of their variations each, the most telling first. */
export const telling = (seed: number): (readonly [SpellingName, variation: number])[] => [
  ...NAMES.filter((name) => !RARE.includes(name)).map((name) => [name, 0] as const),
  ...LIKELY,
  ...MANY.map((name) => [name, seedFor(seed, name)] as const),
  ...RARE.map((name) => [name, 0] as const),
]

/** U+FF41 and so on, which compatibility normalisation makes the letter again. */
function fullWidth(path: string, place: number): string {
  const letter = String.fromCharCode(path.charCodeAt(place) + 0xfee0)
  return path.slice(0, place) + encodeURIComponent(letter) + path.slice(place + 1)
}

/** An escape that only lenient decoders take for the letter. */
const escapedBy =
  (written: (letter: string) => string) =>
  (path: string, place: number): string =>
    path.slice(0, place) + written(path[place]!) + path.slice(place + 1)
const javaScript = escapedBy((letter) => `%u00${hexOf(letter)}`)
/** Two bytes of UTF-8 where one is enough. */
const overlong = escapedBy((letter) => `%c1%${(letter.charCodeAt(0) + 0x40).toString(16)}`)

/** The path without the resources above the last one. */
const shallow = (path: string): string | undefined => /(?<=[^/])\/[^/]+\/[^/]+\/[^/]+$/.exec(path)?.[0]

/** One variation of a spelling. */
export interface Variation {
  readonly spelling: SpellingName
  /** Which of the variations of the spelling: the first ones by their likelihood, others at random. */
  readonly variation: number
  /** One of the parameters of other features, alone. */
  readonly only?: string
}

/** Variations below this are the choices in their order. */
export const BY_LIKELIHOOD = 5

/** The spelling in a headline. */
export const spellingText = (spelling: SpellingName, path: string): string =>
  spelling === 'absolute-form'
    ? 'the whole URL in the request line, as sent to a proxy'
    : spelling === 'shallow or nested route'
      ? path.startsWith('/company')
        ? 'a route below /company'
        : 'a route without the project'
      : spelling

/** A request to a documented path in another spelling. */
export function spelled({ spelling, variation, only }: Variation, { path }: Req): Spelling {
  if (only !== undefined) return { path: `${path}?${only}` }
  const random = randomFrom(seedFor(variation, spelling))
  const place = (length: number): number => Math.floor(random() * length)
  const isEarly = variation >= 0 && variation < BY_LIKELIHOOD
  const one = <T>(of: readonly T[]): T => of[isEarly ? variation % of.length : place(of.length)]!
  return SPELLINGS[spelling](path, { place, one })
}
