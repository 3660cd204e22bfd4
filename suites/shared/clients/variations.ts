import { type Exchange, headerValues, type Req } from '../../../src/core/exchange.ts'
import { at, isArray } from '../../../src/core/json-values.ts'
import { hexFor } from '../../../src/core/random.ts'
import type { Target } from '../../../src/core/target.ts'
import { BARE_CLIENT, CLIENTS, clientInWords } from '../../../src/http/client-profile.ts'
import { actsOn } from '../../../src/judge/likely-cause.ts'
import { coveringArray, type Factors, type Row } from './covering-array.ts'

/**
 * Headers by their values, `''` for none; `client`, `query` and `spelling` are orders and spellings, `key` is the class of a bad key. `{hex}` is made up from the
 * seed, `{path}` and `{origin}` are those of the request, `{list}` is the path of another list.
 */
export type Variation = Row

/** What a browser accepts when a person opens an address: anything, HTML rather. */
const NAVIGATION = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/** What clients of APIs accept that describe errors by RFC 9457, for which frameworks have their own body. */
export const PROBLEM_JSON = 'application/problem+json, application/json'

/** The language whose lower case of I has no dot. */
export const TURKISH = 'tr-TR, tr;q=0.9'
/** Languages into which frameworks translate their errors. */
const LANGUAGES = [
  TURKISH,
  'fr-CA, fr;q=0.9',
  'ja',
  'zh-CN, zh;q=0.9',
  'es-MX, es;q=0.9',
  'pt-BR, pt;q=0.9',
  'ru',
  'it',
]

/** What common clients and every proxy send. */
export const ORDINARY: Factors = {
  Accept: ['', '*/*', 'application/json;q=0.5, */*;q=0.1', 'application/*', NAVIGATION],
  'Accept-Encoding': ['', 'identity', 'gzip', 'br, gzip;q=0.5'],
  'Accept-Language': ['', 'de-DE, de;q=0.9', 'ar, *;q=0.1'],
  'Accept-Charset': ['', 'utf-8', 'ISO-8859-1,utf-8;q=0.7,*;q=0.7'],
  'User-Agent': [
    '',
    'PostmanRuntime/7.43.0',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'okhttp/4.12.0',
  ],
  Cookie: ['', 'session={hex}', 'lang=de; discount=100%; note=; _ga=GA1.1.{hex}'],
  'If-None-Match': ['', 'of the response', '*'],
  'If-Modified-Since': ['', 'Fri, 01 Jan 2038 00:00:00 GMT'],
  'Cache-Control': ['', 'no-cache'],
  'Idempotency-Key': ['', '{hex}'],
  Connection: ['', 'close'],
  TE: ['', 'trailers'],
  'X-Forwarded-For': ['', '203.0.113.7', '10.0.0.1', '203.0.113.7, 10.0.0.1'],
  'X-Request-Id': ['', '{hex}'],
  'Content-Type': ['', 'application/json', 'text/plain'],
  client: ['', ...CLIENTS.slice(1, 4)],
  Referer: ['', '{origin}/docs', 'about:blank'],
  traceparent: ['', '00-{hex}-00f067aa0ba902b7-01'],
  baggage: ['', 'user=1;p=2,rate=100%'],
  query: ['', 'reversed'],
}

/** What clients and proxies number requests by, beside UUIDs: logs and columns have their own idea of the form. */
const NUMBERED: Factors = {
  'X-Request-Id': ['', 'job-7.{hex}'],
  'X-Correlation-Id': ['', 'order-66.{hex}'],
  'X-Amzn-Trace-Id': ['', 'Root=1-67891233-abcdef012345678912345678;Sampled=1'],
  'X-B3-TraceId': ['', '{hex}'],
  'X-Cloud-Trace-Context': ['', '{hex}/17;o=1'],
  tracestate: ['', 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE'],
}

const ROBOT = 'Googlebot/2.1 (+http://www.google.com/bot.html)'

/** Variations to which a gateway may respond itself, or react: a refusal conforms. */
export const ROUTING: Factors = {
  'X-Forwarded-Host': ['', 'app.example.com'],
  'X-Forwarded-Proto': ['', 'https', 'http'],
  Forwarded: ['', 'for=127.0.0.1;proto=https'],
  'X-Real-IP': ['', '127.0.0.1', '203.0.113.7'],
  'X-Original-URL': ['', '/health', '{list}'],
  'X-Rewrite-URL': ['', '/', '{list}'],
  'X-HTTP-Method-Override': ['', 'GET', 'OPTIONS', 'HEAD'],
  Range: ['', 'bytes=0-9', 'items=0-1'],
  Prefer: ['', 'return=minimal', 'safe', 'respond-async, wait=5'],
}

/** What browsers send to another origin. */
export const CROSS_ORIGIN: Factors = {
  Origin: ['', 'https://app.example.com', 'null', '{origin}'],
  'Access-Control-Request-Method': ['', 'GET'],
  'Access-Control-Request-Headers': ['', 'x-api-key'],
}

/** Another host or method, which another site may serve: only without a key. */
export const ADDRESSED: Factors = { Host: ['', 'localhost'], method: ['', 'OPTIONS'] }

/** Whom a gateway has authenticated, which only the gateway may say. */
export const IDENTITY: Factors = Object.fromEntries(
  ['X-Forwarded-User', 'X-Remote-User', 'X-Authenticated-User', 'X-Consumer-Id', 'X-User-Id', 'X-Tenant-Id'].map(
    (name) => [name, ['', '1']],
  ),
)

/** What proxies and services of the same system say of a request, which only they may say. */
export const INTERNAL: Factors = {
  'X-Envoy-Internal': ['', 'true'],
  'X-Internal-Request': ['', 'true'],
  'X-SSL-Client-Verify': ['', 'SUCCESS'],
  'X-Middleware-Subrequest': ['', 'middleware:middleware:middleware:middleware:middleware'],
  'X-HTTP-Method': ['', 'OPTIONS'],
  'X-Forwarded-Method': ['', 'OPTIONS'],
  'X-Original-Method': ['', 'OPTIONS'],
  'X-Forwarded-Uri': ['', '/health'],
  'X-Original-URI': ['', '/health'],
  'X-Requested-With': ['', 'XMLHttpRequest'],
  Via: ['', '1.1 gateway'],
}

/** Offers to switch to another protocol, whose clients may send their key later. */
export const SWITCHED: Factors = {
  Upgrade: ['', 'websocket', 'h2c'],
  'Sec-WebSocket-Version': ['', '13'],
  'Sec-WebSocket-Key': ['', 'dGhlIHNhbXBsZSBub25jZQ=='],
  'HTTP2-Settings': ['', 'AAMAAABkAAQAAP__'],
}

/** What a firewall may refuse, but no API has a reason to. */
export const SPELLING: Factors = { spelling: ['', 'encoded path', 'encoded query', 'encoded value'] }

/** Values that no standard allows, which clients send all the same: a refusal conforms. */
const MALFORMED: Factors = {
  // No name, an open quotation mark, a name alone.
  Cookie: ['', '=x; open="a; flag; list=[1,{"a":2}]'],
  'Accept-Language': ['', 'x-klingon, de_DE, ;q=9'],
  Referer: ['', 'https://example.com/100%?q=%E0%A4%A'],
  traceparent: ['', '00-zz-0-'],
}

/** What scripts and libraries for pages say of themselves, by which frameworks choose another representation. */
const SCRIPTED: Factors = {
  'X-Requested-With': ['', 'XMLHttpRequest'],
  'HX-Request': ['', 'true'],
  'Turbo-Frame': ['', 'list'],
  'X-Inertia': ['', 'true'],
  'X-PJAX': ['', 'true'],
  'Save-Data': ['', 'on'],
  DNT: ['', '1'],
}

export const ALL: Factors = {
  ...ORDINARY,
  ...NUMBERED,
  'X-Request-Id': [...ORDINARY['X-Request-Id']!, NUMBERED['X-Request-Id']![1]!],
  ...SCRIPTED,
  ...Object.fromEntries(Object.entries(MALFORMED).map(([name, [, value]]) => [name, [...ORDINARY[name]!, value!]])),
  'Accept-Language': [...ORDINARY['Accept-Language']!, MALFORMED['Accept-Language']![1]!, TURKISH],
  ...ROUTING,
  ...CROSS_ORIGIN,
  ...SPELLING,
}

/** Headers that name the method of a request: a server may read several. */
export const METHODS: readonly string[] = [
  'X-HTTP-Method',
  'X-HTTP-Method-Override',
  'X-Forwarded-Method',
  'X-Original-Method',
]

/** Further values that servers may treat alike, to show which do. */
export const LIKE: Factors = {
  ...Object.fromEntries(METHODS.map((name) => [name, ['GET']])),
  'User-Agent': ['kube-probe/1.31', 'ELB-HealthChecker/2.0', ROBOT, 'curl/8.5.0'],
  Host: ['127.0.0.1', 'internal', 'another.example'],
  Origin: ['https://another.example'],
  'X-Forwarded-For': ['192.168.0.10', '172.16.0.5', '8.8.8.8', '10.0.0.1, 203.0.113.7'],
  'Accept-Language': LANGUAGES,
  'Content-Type': ['application/xml', 'multipart/form-data'],
}

/** A key that is not accepted, in place of none. */
const BAD_KEY = { key: ['', 'unknown', 'wrong-secret'] } satisfies Factors

/** What is varied without a valid key, where nothing is refused that should not be. */
export const WITHOUT_KEY: Factors = {
  ...ALL,
  ...BAD_KEY,
  ...ADDRESSED,
  ...IDENTITY,
  ...INTERNAL,
  ...SWITCHED,
  'X-Forwarded-For': [...ORDINARY['X-Forwarded-For']!, '127.0.0.1'],
  'Accept-Language': [...new Set([...ALL['Accept-Language']!, ...LANGUAGES])],
  'X-Original-URL': [...ROUTING['X-Original-URL']!, '{path}'],
  'X-Rewrite-URL': [...ROUTING['X-Rewrite-URL']!, '{path}'],
  'User-Agent': [...ORDINARY['User-Agent']!, 'kube-probe/1.31', 'ELB-HealthChecker/2.0', ROBOT],
}

const none = (factors: Factors): Variation => Object.fromEntries(Object.keys(factors).map((name) => [name, '']))
const whole = (row: Row): Variation => ({ ...none(ALL), ...row })
const keyless = (row: Row): Variation => ({ ...none(WITHOUT_KEY), ...row })
export const isMalformed = (variation: Variation): boolean =>
  Object.entries(MALFORMED).some(([name, [, value]]) => variation[name] === value)

/** A value of each factor at the same time: the one at the index, or the last. */
const together = (factors: Factors, index = 1): Row =>
  Object.fromEntries(
    Object.entries(factors).map(([name, values]) => [name, values[Math.min(index, values.length - 1)]!]),
  )

/**
 * Many variations in one request: if it fails, it shrinks to the one that matters. Without those that let a conforming server respond
 * differently, which would hide the others: the last screen has them, for servers that fail on them.
 */
const {
  'Idempotency-Key': _,
  'If-None-Match': _tag,
  'If-Modified-Since': _date,
  Connection: _connection,
  client: _client,
  ...HARMLESS
} = ORDINARY
const SCREENS: readonly Variation[] = [
  whole({ ...together({ ...HARMLESS, ...SCRIPTED, ...NUMBERED }), Origin: 'https://app.example.com' }),
  whole({ ...together(HARMLESS, 2), query: '', Origin: 'null' }),
  whole({
    ...{ ...together(HARMLESS, 9), 'Accept-Language': TURKISH },
    ...{ 'X-Forwarded-Host': 'app.example.com', 'If-None-Match': '*', Range: 'bytes=0-9' },
  }),
]

/** What a proxy adds for a request of another host. */
const PROXIED: Variation = whole({
  'X-Forwarded-For': '203.0.113.7',
  'X-Forwarded-Host': 'app.example.com',
  'X-Forwarded-Proto': 'https',
  'X-Real-IP': '203.0.113.7',
})

/** Without the neutral row, which is the plain request. */
const covering = (factors: Factors, most?: number): Variation[] =>
  coveringArray(factors, most)
    .filter((row) => Object.values(row).some(Boolean))
    .map(whole)

/** Computed once, when needed. */
function lazily(rows: () => readonly Variation[]): () => readonly Variation[] {
  let computed: readonly Variation[] | undefined
  return () => (computed ??= rows())
}

/** Rows for requests with a valid key: what a gateway may refuse is kept apart, so that it hides nothing else. */
export const withKey = lazily(() => {
  // The first one is `together(ORDINARY)`.
  const ordinary = covering(ORDINARY, 16).slice(1)
  return [
    ...SCREENS,
    whole(together(CROSS_ORIGIN)),
    whole(together(MALFORMED)),
    whole({ Origin: 'null' }),
    ...ordinary.slice(0, 2),
    PROXIED,
    ...ordinary.slice(2),
    whole({ query: 'reversed', Prefer: 'return=minimal' }),
    whole({ client: BARE_CLIENT }),
    whole({ Accept: NAVIGATION }),
    ...['encoded value', 'encoded query', 'encoded value', 'encoded path'].map((spelling) => whole({ spelling })),
    ...covering(ROUTING, 8),
  ]
})

/** What opens a door for the health checks of a platform. */
const PROBED: readonly Variation[] = ['kube-probe/1.31', 'ELB-HealthChecker/2.0'].map((agent) =>
  keyless({ 'User-Agent': agent, Host: 'localhost', 'X-Forwarded-For': '127.0.0.1' }),
)

/** Its errors are the same in every language. */
const inLanguages = (row: Variation, i: number): Variation => ({
  ...row,
  'Accept-Language': row['Accept-Language'] || LANGUAGES[i % LANGUAGES.length]!,
})

/** Rows for requests without one: first two screens, as above. */
export const withoutKey = lazily(() =>
  [
    keyless({
      ...together({ ...IDENTITY, ...INTERNAL, ...CROSS_ORIGIN, ...NUMBERED }),
      ...{ Referer: '{origin}/docs', 'User-Agent': 'kube-probe/1.31', Cookie: 'session={hex}' },
      ...{ 'X-Forwarded-For': '10.0.0.1', 'X-Real-IP': '127.0.0.1', Forwarded: 'for=127.0.0.1;proto=https' },
      ...{ 'If-None-Match': 'of the response', 'If-Modified-Since': 'Fri, 01 Jan 2038 00:00:00 GMT' },
      ...{ 'Idempotency-Key': '{hex}', 'X-HTTP-Method-Override': 'OPTIONS', 'X-Original-URL': '/health' },
    }),
    keyless({
      ...{ 'X-Original-URL': '{path}', 'X-Rewrite-URL': '{path}', Origin: '{origin}', Accept: NAVIGATION },
      ...{ 'User-Agent': ORDINARY['User-Agent']![2]!, Host: 'localhost', 'If-None-Match': '*' },
    }),
    keyless({ 'X-Real-IP': '127.0.0.1', Forwarded: 'for=127.0.0.1;proto=https', 'X-Original-URL': '/health' }),
    keyless(together(SWITCHED)),
    keyless(together(MALFORMED)),
    keyless({ method: 'OPTIONS' }),
    keyless({ Accept: NAVIGATION }),
    ...PROBED.slice(0, 1),
    keyless({ 'X-Original-URL': '{path}', 'X-Rewrite-URL': '{path}', Origin: '{origin}', Accept: NAVIGATION }),
    ...PROBED.slice(1),
    keyless({ Origin: '{origin}', 'User-Agent': ROBOT }),
    keyless({ Host: 'localhost' }),
    keyless({ ...together(IDENTITY), Referer: '{origin}/docs' }),
    keyless({ ...together(INTERNAL), Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABkAAQAAP__' }),
    ...coveringArray({ ...BAD_KEY, ...ALL }).map(keyless),
  ].map(inLanguages),
)

export const isNamed = (variation: Variation, ...factors: readonly Factors[]): boolean =>
  factors.some((group) => Object.keys(group).some((name) => variation[name]))

/** `Accept: *\/*, Origin: null`. `reqs`: see `clientInWords`. */
export const variationInWords = (variation: Variation, reqs?: readonly Req[]): string =>
  Object.entries(variation)
    .filter(([name, value]) => value && name !== 'key')
    .map(([name, value]) =>
      name === 'client'
        ? clientInWords(value, reqs)
        : `${name === 'method' ? 'the method' : `${name}:`} ${value.replace('{origin}', "(the API's own origin)").replace('{path}', '(the path of the request)').replace('{list}', '(the path of another list)').replace('{hex}', '(a random value)')}`,
    )
    .join(', ') || 'no further header'

/** What a server does with the one thing that varies; undefined for several, which the causes of the rule cover. */
export function causeOf(variation: Variation): string | undefined {
  const [name, ...others] = Object.keys(variation).filter((name) => variation[name] && name !== 'key')
  if (name === undefined || others.length > 0) return undefined
  if (name === 'Cookie' && /%(?![\da-f]{2})/i.test(variation[name]!))
    return 'cookies are percent-decoded, which throws on a stray %'
  return CAUSES.find(([names]) => names.test(name))?.[1] ?? actsOn(name)
}

const CAUSES: readonly (readonly [names: RegExp, cause: string])[] = [
  [
    /^spelling$/,
    'a router, a filter or a handler compares the path or the query as it is written, another one decodes it',
  ],
  [/^query$/, 'parameters are read by their position, or the query is compared as a whole'],
  [/^Cookie$/, 'a session or another cookie is looked at before the key'],
  [/^Accept(-|$)/, 'content negotiation or a cache acts on this header'],
  [
    /^(X-Requested-With|HX-Request|Turbo-Frame|X-Inertia|X-PJAX)$/,
    'the framework responds to scripts with another view',
  ],
  [
    /^(Upgrade|Sec-WebSocket-.+|HTTP2-Settings)$/,
    'an offer of another protocol skips the key check, since its messages carry the key later',
  ],
  [/^(User-Agent|client)$/, 'a firewall or code that distinguishes clients acts on the user agent'],
  [/^(Origin|Access-Control-)/, 'a CORS filter acts on this header before the key is checked'],
  [
    /^X-(HTTP|Forwarded|Original)-Method/,
    'the method is read from this header, as behind a proxy, and OPTIONS needs no key, as in a preflight request',
  ],
  [/^If-/, 'a validator or a stored response is looked at before the key'],
  [/^(X-Forwarded-For|Forwarded|X-Real-IP)$/, 'the address of the client is read from this header, and trusted'],
]

const NO_HEADERS = ['client', 'query', 'spelling', 'method', 'key']

/** The request with the headers, orders and spellings of the variation. `good`: a response, for its validators. */
export function varied(req: Req, variation: Variation, target: Target, good: Exchange): Req {
  const { seed = 0, baseUrl } = target
  const { origin, pathname } = new URL(baseUrl)
  const root = `${pathname.replace(/\/$/, '')}/api/public/v1`
  const own = {
    hex: (name: string) => hexFor(seed, name, 32),
    origin,
    path: `${root}${req.path}`,
    list: `${root}${otherList(req, target)}`,
  }
  const headers = Object.entries(variation)
    .filter(([name, value]) => value && !NO_HEADERS.includes(name))
    .map(
      ([name, value]) => [name, value === 'of the response' ? etagOf(good, seed) : filled(value, name, own)] as const,
    )
  const { client, query, spelling, method } = variation
  const ordered = query ? req.query?.toReversed() : req.query
  // A response that is cut off is judged by the rule.
  const outside =
    isNamed(variation, ROUTING, CROSS_ORIGIN, SPELLING, ADDRESSED, SWITCHED) ||
    isMalformed(variation) ||
    Boolean(variation.Connection)
  const sent = {
    ...{ ...req, headers },
    ...(ordered && { query: ordered }),
    ...(client && { client }),
    ...(method === 'OPTIONS' && { method: 'OPTIONS' as const }),
    ...(outside && { outside }),
  }
  return spelling ? spelled(sent, spelling) : sent
}

interface Own {
  readonly hex: (name: string) => string
  readonly origin: string
  readonly path: string
  readonly list: string
}

/** A path at which a valid key reads other records than at the request's, where there is one. */
function otherList({ path }: Req, { variant, project }: Target): string {
  if (variant === 'a') return path === '/users' ? '/company' : '/users'
  if (path !== '/projects') return '/projects'
  return project === undefined ? '/company' : `/projects/${encodeURIComponent(project)}/datasets`
}

const filled = (value: string, name: string, { hex, origin, path, list }: Own): string =>
  value.replace('{hex}', hex(name)).replace('{origin}', origin).replace('{path}', path).replace('{list}', list)

const etagOf = ({ response }: Exchange, seed: number): string =>
  (response && headerValues(response, 'etag')[0]) ?? `"${hexFor(seed, 'etag', 32)}"`

/** With a letter percent-encoded, which a server decodes. Rules on single responses cannot read such a query. */
function spelled(req: Req, spelling: string): Req {
  if (spelling === 'encoded path') return { ...req, open: true, path: req.path.replace(/[a-z](?=[a-z]*$)/, encoded) }
  const { query = [], ...rest } = req
  const [first, last] = spelling === 'encoded value' ? [/$^/, /.$/] : [/^./, /$^/]
  const search = query
    .map(([name, value]) => `${name.replace(first, encoded)}=${String(value).replace(last, encoded)}`)
    .join('&')
  return { ...rest, open: true, path: search ? `${req.path}?${search}` : req.path }
}

const encoded = (letter: string): string => `%${letter.charCodeAt(0).toString(16)}`

/** Whether a response has the records of a page. */
export const hasRecords = ({ json }: NonNullable<Exchange['response']>): boolean =>
  isArray(at(json, 'data')) || isArray(at(json, 'items'))
