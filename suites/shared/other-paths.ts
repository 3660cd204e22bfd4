import fc from 'fast-check'
import type { Credential, Exchange, Req } from '../../src/core/exchange.ts'
import { headerValues, isServerError, isSuccess, isTransient } from '../../src/core/exchange.ts'
import type { Json } from '../../src/core/json.ts'
import { at, isArray, isObject } from '../../src/core/json-values.ts'
import { inApiKey, noCredential } from '../../src/core/key-format.ts'
import { randomFrom, seedFor } from '../../src/core/random.ts'
import { type Cases, explained, type Finding, headlined, type Trial, violation } from '../../src/core/rule.ts'
import type { Target } from '../../src/core/target.ts'
import { bodyHoldsRecords } from '../../src/judge/body-holds-records.ts'
import { responseSummary } from '../../src/judge/response-summary.ts'
import { suppliedKey } from './credential-failures.ts'
import { anyWay, elsewhere, type VariantSurface } from './variant-surface.ts'

const API = '/api/public/v1'

/** What differs from the request to a documented path. */
type Spelling = Pick<Req, 'path'> & Partial<Pick<Req, 'root' | 'absolute' | 'method'>>

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
const FEATURES = 'callback=f&format=json&debug=1&preview=true&_method=OPTIONS&v='

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
    path: `${path}?${FEATURES}.${choice.one(EXTENSIONS.slice(1))}`,
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
  'shallow or nested route': (path) => ({ path: shallow(path) ?? `/company${path}` }),
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

type SpellingName = keyof typeof SPELLINGS
const NAMES = Object.keys(SPELLINGS) as SpellingName[]
const isResource = (spelling: SpellingName): boolean => spelling.endsWith('resource')
/** Spellings with the longest path: it has the most data. */
const isLongest = (spelling: SpellingName): boolean =>
  isResource(spelling) || spelling === 'word such as export after the path' || spelling === 'shallow or nested route'
const isIndex = (spelling: SpellingName): boolean => spelling === 'root of the API'
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

/** Supplied keys that are no longer valid. */
const LAPSED = ['revoked', 'expired', 'disabled'] as const
type Lapsed = (typeof LAPSED)[number]

export interface OtherPath {
  readonly spelling: SpellingName
  /** Which of the variations of the spelling: the first ones by their likelihood, others at random. */
  readonly variation: number
  readonly key?: 'malformed' | Lapsed
}

/** Variations below this are the choices in their order. */
const BY_LIKELIHOOD = 5

/** A request to a documented path in another spelling. */
export function spelled({ spelling, variation }: OtherPath, { path }: Req): Spelling {
  const random = randomFrom(seedFor(variation, spelling))
  const place = (length: number): number => Math.floor(random() * length)
  const isEarly = variation >= 0 && variation < BY_LIKELIHOOD
  const one = <T>(of: readonly T[]): T => of[isEarly ? variation % of.length : place(of.length)]!
  return SPELLINGS[spelling](path, { place, one })
}

/** One request in four carries a text that is no key, and nothing of a real one: the path may lead to another application. */
function credentialOf({ key, variation }: OtherPath, target: Target): Credential {
  if (key === undefined) return noCredential
  return key === 'malformed'
    ? inApiKey(`x${Math.abs(variation).toString(36)}`, 'malformed', 'a malformed key')
    : suppliedKey(target, key)
}

interface Evidence {
  readonly good: Exchange
  readonly other: Exchange
  /** The same with the active key, and then again as before, if a cache may take the path for a static file. */
  readonly cached?: readonly [filling: Exchange, again: Exchange]
}

/** Extensions of files that caches keep even where the headers forbid it. */
const STATIC = /^[^?%]*\.(css|js|png|ico|svg)$/

/** Requests documented paths in other spellings, without a key or with a malformed one. */
export function refusesOtherPaths<Way extends object>(
  surface: VariantSurface<Way>,
  /** One way for each path. */
  waysOf: (target: Target) => readonly Way[],
  count: Cases<unknown>['count'],
): Pick<Trial<Way & OtherPath, Evidence>, 'cases' | 'send' | 'judge'> {
  type Case = Way & OtherPath
  const segmentsAt = (target: Target, way: Way) => surface.request(target, way).path.split('/').length
  const first = (target: Target): Case[] => {
    const ways = waysOf(target)
    const longest = ways.reduce((one, other) => (segmentsAt(target, other) > segmentsAt(target, one) ? other : one))
    const usual = NAMES.filter((name) => !RARE.includes(name)).map((name) => [name, 0] as const)
    const more = MANY.map((name) => [name, seedFor(target.seed ?? 1, name)] as const)
    const rare = RARE.map((name) => [name, 0] as const)
    const cases = [...usual, ...LIKELY, ...more, ...rare].map(([spelling, variation], i) => ({
      ...(isIndex(spelling) ? ways[0]! : isLongest(spelling) ? longest : ways[i % ways.length]!),
      spelling,
      variation,
      ...(i % 4 === 3 && { key: 'malformed' as const }),
    }))
    // The first case is the trailing slash at the first path.
    const slashes = ways.slice(1).map((way) => ({ ...way, spelling: 'trailing slash' as const, variation: 0 }))
    return [...cases.slice(0, 2), ...slashes, ...cases.slice(2)]
  }
  const inWords = (c: Case, target: Target) => {
    const other = spelled(c, surface.request(target, c))
    return `${pathInWords(other)}, ${keyInWords(c.key)}`
  }
  const any = (target: Target) =>
    fc.record(
      {
        ...anyWay(waysOf(target)),
        spelling: fc.constantFrom(...NAMES),
        variation: fc.nat(),
        key: fc.constant('malformed' as const),
      },
      { requiredKeys: ['spelling', 'variation', ...Object.keys(waysOf(target)[0]!)] as never },
    ) as unknown as fc.Arbitrary<Case>
  return {
    cases: {
      first,
      any,
      count,
      inWords,
      further: (c, target) => {
        const keys = ['malformed' as const, undefined, ...LAPSED.filter((key) => target.keys[key])]
        const variations = Array.from({ length: BY_LIKELIHOOD }, (_, variation) => variation)
        const like = [
          ...elsewhere({ ways: waysOf })(c, target),
          ...keys.map((key) => ({ ...c, key })),
          ...variations.map((variation) => ({ ...c, variation })),
        ]
        const byText = Map.groupBy(like, (one) => inWords(one, target))
        byText.delete(inWords(c, target))
        return [...byText.values()].map(([one]) => one!)
      },
    },
    async send(c, tools) {
      const baseline = surface.request(tools.target, c)
      const odd = { ...spelled(c, baseline), endpoint: null, credential: credentialOf(c, tools.target), outside: true }
      const good = await tools.good(baseline)
      const req = { ...odd, path: odd.path.replace('{id}', () => idIn(good)) }
      const other = await tools.get(req)
      if (isSuccess(other) || !STATIC.test(req.path)) return { good, other }
      const filling = await tools.get({ ...req, credential: baseline.credential })
      return { good, other, ...(isSuccess(filling) && { cached: [filling, await tools.get(req)] as const }) }
    },
    judge: ({ good, other, cached }, { spelling }) =>
      judge(good, other, spelling) ?? (cached && judgeCached(good, ...cached)),
  }
}

/** The id of a record of the list, or of the resource itself. */
function idIn({ response }: Exchange): string {
  const records = at(response?.json, 'data') ?? at(response?.json, 'items') ?? response?.json
  const id = at(isArray(records) ? records[0] : records, 'id')
  return typeof id === 'object' || id === undefined ? '1' : encodeURIComponent(String(id))
}

const keyInWords = (key: string | undefined): string =>
  key === undefined ? 'without a key' : key === 'malformed' ? 'with a malformed key' : `with the ${key} key`

const howSent = ({ req: { credential } }: Exchange): string =>
  keyInWords(credential.class === 'missing' ? undefined : credential.class)

/** `GET /api/public/v1/users/`. */
const pathInWords = ({ method = 'GET', absolute, root = API, path }: Spelling): string =>
  `${method} ${absolute ? '{base_url}' : ''}${root}${path}`

/** A response to HEAD as of the data: JSON of the same length, to the byte. */
const describesBody = ({ response: head }: Exchange, { response: good }: Exchange): boolean =>
  good!.bytes > 0 &&
  headerValues(head!, 'content-length')[0] === String(good!.bytes) &&
  /json/i.test(headerValues(head!, 'content-type')[0] ?? '')

/** A proxy may have failed, not the API. */
const failed = (good: Exchange, other: Exchange): Finding => ({
  ...headlined(
    `The server failed on a request without a valid key: GET ${other.req.path} returned ${other.response!.status}`,
    explained(
      violation('401, or a refusal', responseSummary(other), good, other),
      'Anyone without a key can make the server, or a proxy in front of it, fail.',
    ),
  ),
  warning: true,
})

/** Another version, or another API beside this one, which may have public pages. */
const isOtherApi = ({ root = API }: Req): boolean =>
  !decodeURIComponent(root).toLowerCase().replace(/\/+/g, '/').endsWith(API)

/** The id at the end of the path, as the value of an id. */
function holdsItsId({ req, response }: Exchange): boolean {
  const id = decodeURIComponent(req.path.slice(req.path.lastIndexOf('/') + 1))
  const holds = (json: Json | undefined): boolean =>
    isObject(json) &&
    Object.entries(json).some(([name, value]) => (/(^|_|[a-z])id$/i.test(name) && String(value) === id) || holds(value))
  return holds(response!.json)
}

const READ = 'Anyone who requests this URL reads the data without a key.'
/** What the router does, and the filter that checks the key does not, or the other way round. */
const OF_SLASHES = 'the router merges or ignores slashes, the check compares the path as it was sent'
const OF_DOTS = 'dot segments are resolved after the check, or a path that begins like a public one is excluded from it'
const OF_END = 'the router drops or ignores the end of the path, the check compares all of it'
const OF_PARAMETER = 'the router drops path parameters (;a=b), the check compares the path as it was sent'
const OF_BACKSLASH = 'the router takes a backslash for a slash, the check does not'
const OF_CASE = 'the router ignores letter case, the check does not'
const OF_ESCAPE = 'the router decodes the path, the check compares it as it was sent'
const OF_RESOURCE = 'the route of a single record has no check: each route has its own, or a generated one has none'
const OF_ALIAS = 'an alias or another version of the path was left without authentication'
const OF_EXTENSION =
  'paths that look like those of files are excluded from authentication, and the router ignores the extension'
const OF_SPELLING: Partial<Record<SpellingName, string>> = {
  'trailing slash': OF_SLASHES,
  'double slash': OF_SLASHES,
  'double slash at the start': OF_SLASHES,
  'double slash before the last segment': OF_SLASHES,
  'trailing slash and HEAD': OF_SLASHES,
  'host after a double slash': 'the router takes the beginning of the path for a host, the check does not',
  'encoded letter': OF_ESCAPE,
  'encoded letter of the root': OF_ESCAPE,
  'encoded slash': OF_ESCAPE,
  'double encoding': 'the path is decoded twice, and checked in between or before',
  'lenient escape':
    'the router decodes escapes that no standard allows: %c1%b5 is u in two bytes of UTF-8 where one is enough, and %u0075 is u as JavaScript escapes it',
  'look-alike letter':
    'the path is normalised to Unicode compatibility (NFKC) after the check: letters in full width become those of ASCII',
  'letter case': OF_CASE,
  'letter case of the root': OF_CASE,
  'capitals only': OF_CASE,
  extension: OF_EXTENSION,
  'file name after the path': OF_EXTENSION,
  'static file after the path': OF_EXTENSION,
  'path parameter': OF_PARAMETER,
  'path parameter of the root': OF_PARAMETER,
  'parameter in a dot segment': OF_PARAMETER,
  'dot segment after a public path': OF_DOTS,
  'encoded dot segment': OF_DOTS,
  'dot segments from the top': OF_DOTS,
  'dot segments after an encoded slash': OF_DOTS,
  'single dot': OF_DOTS,
  backslash: OF_BACKSLASH,
  'encoded backslash': OF_BACKSLASH,
  'encoded control character': OF_END,
  'encoded question mark': OF_END,
  'encoded hash': OF_END,
  'trailing blank': OF_END,
  'trailing plus': OF_END,
  'trailing dot': OF_END,
  'absolute-form': 'the check compares the request target as it was sent, here a whole URL',
  'front controller': 'the script of the front controller is routed past the check',
  'single resource': OF_RESOURCE,
  'topmost resource': OF_RESOURCE,
  version: OF_ALIAS,
  'no version': OF_ALIAS,
  'other prefix': OF_ALIAS,
  'root shortened to v1': OF_ALIAS,
  'double prefix': OF_ALIAS,
  'root of the API': OF_ALIAS,
  'word such as export after the path': OF_ALIAS,
  'shallow or nested route': OF_ALIAS,
}
const OF_PATH = 'the key is checked by a list of paths, and not for each route'
const WITH_KEYS =
  'this rule sends no valid key: what the path returns to one, such as that of another tenant, the reference does not show'
const OF_QUERY = [
  'a rule for static files or public paths matches the whole URL, query included',
  'a query parameter such as debug or callback selects a handler without authentication',
]
/** After the same request with the key, which any path may serve. */
function judgeCached(good: Exchange, filling: Exchange, again: Exchange): Finding | undefined {
  if (!isSuccess(again) || !bodyHoldsRecords(again, good, false)) return undefined
  return {
    ...violation('no data', responseSummary(again), filling, again),
    headline: `${pathInWords(again.req)} ${howSent(again)} returned data, right after the same request with the key: ${responseSummary(again)}`,
    impact:
      'Once a client with a key requested this URL, which a link can make it do, anyone reads the data without a key.',
    causes: [OF_FILES],
  }
}

const OF_FILES = 'a cache takes the path for a static file and serves the response to an authenticated request'

function judge(good: Exchange, other: Exchange, spelling: SpellingName): Finding | undefined {
  const { req, response } = other
  if (response && isServerError(response.status) && !isTransient(response.status)) return failed(good, other)
  if (req.method === 'HEAD' && isSuccess(other) && describesBody(other, good))
    return {
      ...violation('no data', `${responseSummary(other)} with the Content-Length of the data`, good, other),
      headline: `HEAD ${API}${req.path} without a valid key returned the Content-Length of the data`,
    }
  if (
    !isSuccess(other) ||
    !(bodyHoldsRecords(other, good, isOtherApi(req)) || (isResource(spelling) && holdsItsId(other)))
  )
    return undefined
  const how = howSent(other)
  const path = `${req.root ?? API}${req.path}`
  return {
    ...violation('no data', responseSummary(other), good, other),
    headline: `${pathInWords(req)} ${how} returned data: ${responseSummary(other)} (${spelling})`,
    impact: READ,
    note: WITH_KEYS,
    causes: [
      ...(path.includes('?') ? OF_QUERY : [OF_SPELLING[spelling] ?? [], OF_PATH].flat()),
      ...(/\.[a-z]+$/.test(path) ? [OF_FILES] : []),
    ],
  }
}
