import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import type { Behaviour, Call } from '../../reference-server/behaviour.ts'
import type { Exchange, ShownSecret, Writing } from '../../src/core/exchange.ts'
import type { Json } from '../../src/core/json.ts'
import { isArray, isObject } from '../../src/core/json-values.ts'
import { isSupplied, keysInRequest } from '../../src/core/keys-in-request.ts'
import { requestText } from '../../src/core/request-text.ts'
import { type Invariant, type RequestCases, type Violation, violation } from '../../src/core/rule.ts'
import type { Target } from '../../src/core/target.ts'
import { badCredential, type Failure, suppliedKey } from './credential-failures.ts'
import type { Query, VariantSurface } from './variant-surface.ts'

/** Consecutive characters of a secret that are a warning: half of it. Fewer are a masked secret. */
const MOST_CHARACTERS = 32

/**
 * Judges whether a response shows the secret of an issued key. A made-up key has no secret, so its echo is no violation; the echo of
 * a key with a typing error shows most of a real one, which is a warning.
 */
export const showsNoSecret: Pick<Invariant, 'everywhere' | 'applies' | 'isEvidence' | 'judge'> = {
  everywhere: true,
  applies: ({ response }) => response !== undefined,
  // A request without an issued key has no secret that could be repeated.
  isEvidence: (x) => keysInRequest(x).length > 0,
  judge(x, target) {
    const misplaced = new Set(keysInUndocumentedPlaces(x))
    const shown = (x.response?.shows ?? []).filter(({ key }) => !misplaced.has(key))
    const worst = shown.toSorted((a, b) => b.characters - a.characters)[0]
    return worst && worst.characters >= MOST_CHARACTERS ? shows(x, worst, target) : undefined
  },
}

/** A server may repeat its URL, cookies and unknown headers; only a key in its documented header is known to be one. */
const keysInUndocumentedPlaces = ({ req, url, headers }: Exchange): string[] =>
  keysInRequest({ url, headers: req.credential.form === 'other' ? headers : (req.headers ?? []) })

function shows(x: Exchange, { key, where, characters, whole, written }: ShownSecret, target: Target): Violation {
  const part = whole ? 'the secret' : `${characters} consecutive characters of the secret`
  const isOwn = keysInRequest(x).includes(key)
  const whose = `${isOwn ? "the request's own key" : 'another key'} (${keyInWords(key, target)})`
  const place = [where, where === 'the body' && pathOfMask(x.response?.json)].filter(Boolean).join(' at ')
  const found = `${part} of ${whose} in ${place}${written ? `, ${written.join(', ')}` : ''}`
  const isOfProxy = isOwn && x.req.outside
  const notes = [
    ...(isOfProxy ? [OF_PROXY] : []),
    ...(written ? [`to see it: ${written.map((way) => TO_SEE[way]).join('; then ')}`] : []),
    ...(isOwn && !isOfProxy && !written && IN_RECORD.test(place) ? [OF_ONE_KEY] : []),
  ]
  return {
    ...violation('no secret of a key in a response', found, x),
    ...(notes.length > 0 && { note: notes.join('; ') }),
    headline: `${requestText(x.req)} returned ${x.response!.status} and shows ${found}`,
    ...(isOwn ? { causes: causesOf(x.response!.status, place) } : OF_ANOTHER),
    ...((!whole || isOfProxy) && { warning: true }),
  }
}

/** `request.headers.authorization`: the first text in which the redactor masked something, rather than the server all of it. */
function pathOfMask(json: Json | undefined): string | undefined {
  if (typeof json === 'string') return /(?<!\*)\*{4}(?!\*)/.test(json) ? '' : undefined
  if (!isObject(json) && !isArray(json)) return undefined
  const found = Object.entries(json).flatMap(([name, value]) => {
    const path = pathOfMask(value)
    return path === undefined ? [] : [path === '' ? name : `${name}.${path}`]
  })
  return found[0]
}

function causesOf(status: number, where: string): readonly string[] {
  if (status >= 300 && status < 400)
    return ['a redirect repeats the key: a gateway has moved it from the header into the query of the URL']
  const dump = 'a diagnostic dump of the request headers is on in production'
  if (status >= 400) return [dump, 'an error message repeats the key of the request']
  const isHeader = where.startsWith('the header')
  if (isHeader) return ['a debug header or a cookie repeats the key', LINKS]
  if (IN_LINK.test(where)) return [LINKS]
  return IN_RECORD.test(where) ? [RECORD] : [dump, LINKS]
}
const IN_LINK = /\b(next|prev(ious)?|first|last|self|links?|href|ur[il])\b/i
const IN_RECORD = /\b(data|items)\.\d+\./
const OF_PROXY =
  'a warning, since a proxy may have sent this response to a request that the reference does not document; any response without the key conforms'
const OF_ONE_KEY =
  'with one key, a stored secret and an echo of the key that the request sent look the same: compare with a second active key of the company'
const RECORD = 'a record is serialised with all its columns or relations, stored keys among them'
const LINKS = 'links to further pages carry the key'

/** How to see a secret that is not written plainly. */
const TO_SEE: Readonly<Record<Writing, string>> = {
  'in base64': 'decode the value by `base64 -d`',
  'in hex': 'decode the value by `xxd -r -p`',
  compressed: 'decode the value by `base64 -d`, then decompress it',
  escaped: 'undo the percent-, JSON- or HTML-escapes',
  'as a list of bytes': 'write each number as its ASCII character',
  'in parts or other letter case': 'write it in lower case, without what is neither a letter nor a digit',
}

const OF_ANOTHER = {
  impact: 'A client gets the secret of a key that it was not given.',
  causes: [
    'a cache, a variable or a log keeps the key of another request',
    'the response lists keys with their stored secrets',
  ],
}

function keyInWords(name: string, { keys }: Target): string {
  const [condition] = Object.entries(keys).find(([, { env }]) => env === name) ?? []
  if (condition !== undefined) return `the ${condition} key, ${name}`
  return isSupplied(name) ? `that of ${name}` : 'created in this run'
}

/** Spellings of a path that servers and gateways redirect to the documented one: the first always, another by the seed. */
const REDIRECTED: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => `${path}//`,
  (path) => `/.${path}`,
  (path) => `${path}.json`,
  (path) => path.replace(/^\/[a-z]/, (start) => start.toUpperCase()),
]

interface RequestWithSecret<Way> {
  readonly kind: 'unknown' | 'invalid' | 'no-scope' | 'active' | 'OPTIONS'
  readonly way: Way
  /** Index of the spelling of the path. */
  readonly redirected?: number
}

/**
 * Few, since every response of the run is judged: an unknown key_id with a real secret, errors, a key without the scope, paths that
 * are redirected.
 */
export const requestsWithSecrets = <Way extends object>(
  surface: VariantSurface<Way>,
  invalid: Query,
): RequestCases<RequestWithSecret<Way>> => ({
  first: (target) => {
    const ways = surface.ways(target)
    const [first, last] = [ways[0]!, ways.at(-1)!]
    return [
      { kind: 'unknown', way: last },
      ...(target.keys['no-scope'] ? [{ kind: 'no-scope' as const, way: first }] : []),
      { kind: 'active', way: last },
      { kind: 'invalid', way: first },
      { kind: 'OPTIONS', way: first },
      { kind: 'active', way: first, redirected: 0 },
      { kind: 'active', way: last, redirected: 1 + ((target.seed ?? 0) % (REDIRECTED.length - 1)) },
    ]
  },
  count: [4, 7, 7],
  request: ({ kind, way, redirected }, target) => {
    const header = surface.header(way)
    if (kind === 'no-scope') return surface.request(target, way, suppliedKey(target, kind, header))
    if (kind === 'OPTIONS') return { ...surface.request(target, way), method: kind, outside: true }
    if (redirected !== undefined) {
      const documented = surface.request(target, way)
      return { ...documented, endpoint: null, path: REDIRECTED[redirected]!(documented.path), outside: true }
    }
    if (kind === 'unknown') return surface.request(target, way, badCredential(target, UNKNOWN, header))
    return kind === 'invalid'
      ? { ...surface.request(target, way, undefined, invalid), open: true }
      : surface.request(target, way)
  },
})

const UNKNOWN: Failure = { class: 'unknown', key: { key_id: { place: 15, shift: 1 }, secret: 'own' } }

type Servers = Readonly<Record<string, Partial<Behaviour>>>
type HeadersOf = (call: { header(name: string): string[] }) => string

const keyOf: HeadersOf = (call) => call.header('x-api-key')[0] ?? call.header('authorization')[0] ?? ''
const secretOf: HeadersOf = (call) => /[0-9a-f]{64}$/i.exec(keyOf(call))?.[0] ?? ''

const sent: HeadersOf = (call) => keyOf(call).replace(/^Bearer /, '')
const redirected = (to: string) => ({ status: 308, headers: [['Location', to] as const], body: '' })

const context = (call: Call): string =>
  JSON.stringify({ path: call.path, auth: { scheme: 'key', value: keyOf(call) }, page: 1, filter: null })

/** Servers that show a secret. */
export const shownSecretFaults = {
  'key-in-the-401': {
    refusalText: (text, _failure, call) => text.replace('}}', `,"key":${JSON.stringify(keyOf(call))}}}`),
  },
  'key-in-a-debug-header': { extraHeaders: (call) => [['X-Debug-Auth', keyOf(call).replace(/[^ -~]/g, '?')]] },
  'headers-in-base64-in-errors': {
    errorBody: (error, call) => ({
      ...(call.conforming.errorBody(error, call) as object),
      trace: Buffer.from(JSON.stringify({ headers: { 'x-api-key': keyOf(call) } })).toString('base64'),
    }),
  },
  'key-in-the-next-link': {
    extraHeaders: (call) =>
      call.key ? [['Link', `<${call.path}?page=2&key=${encodeURIComponent(keyOf(call))}>; rel="next"`]] : [],
  },
  'key-in-hex-in-a-cookie': {
    setCookies: (call) => [`trace=${Buffer.from(`v1;${keyOf(call)}`).toString('hex')}; Path=/`],
  },
  'bytes-of-the-secret-in-base64': {
    extraHeaders: (call) => (call.key ? [['X-Key-Ref', Buffer.from(secretOf(call), 'hex').toString('base64')]] : []),
  },
  'context-of-the-request-in-a-compressed-cookie': {
    setCookies: (call) => [`session=.${deflateSync(context(call)).toString('base64url')}; Path=/`],
  },
  'context-in-a-compressed-trace-of-errors': {
    errorBody: (error, call) => ({
      ...(call.conforming.errorBody(error, call) as object),
      trace: gzipSync(context(call)).toString('base64'),
    }),
  },
  'cursor-of-the-request-compressed': {
    extraHeaders: (call) => (call.key ? [['X-Next', deflateRawSync(context(call)).toString('base64url')]] : []),
  },
  'request-headers-in-hex-in-errors': {
    errorBody: (error, call) => ({
      ...(call.conforming.errorBody(error, call) as object),
      dump: Buffer.from(`GET ${call.path}\r\nX-Api-Key: ${keyOf(call)}\r\n`)
        .toString('hex')
        .toUpperCase(),
    }),
  },
  'key-in-a-cookie': { setCookies: (call) => [`key=${keyOf(call)}; HttpOnly; Path=/`] },
  'secret-in-the-403': {
    forbiddenMessage: (_lacks, call) => `The key ${keyOf(call)} lacks a scope`,
  },
  'secret-in-groups-of-eight': {
    extraHeaders: (call) => [['X-Key-Fingerprint', (secretOf(call).match(/.{8}/g) ?? []).join(':').toUpperCase()]],
  },
  'key-of-an-earlier-caller': {
    extraHeaders: (call) => {
      const earlier = call.memory.get('last key') as string | undefined
      if (call.key) call.memory.set('last key', keyOf(call))
      return earlier === undefined ? [] : [['X-Last-Key', earlier]]
    },
  },
  'example-with-the-key-in-the-405': {
    methodError: (call) => ({
      ...call.conforming.methodError(call),
      message: `Try curl -H 'X-Api-Key: ${keyOf(call).replace(/^Bearer /, '')}'`,
    }),
  },
  'request-repeated-by-options': {
    gateway: (call) =>
      call.method === 'OPTIONS'
        ? { status: 200, headers: [], body: `OPTIONS ${call.path}\nX-Api-Key: ${call.header('x-api-key')[0]}` }
        : undefined,
  },
  'key-in-the-redirect-of-a-trailing-slash': {
    gateway: (call) =>
      call.path.endsWith('/') ? redirected(`${call.path.replace(/\/+$/, '')}?token=${sent(call)}`) : undefined,
  },
  'request-in-base64-in-a-redirect': {
    gateway: (call) =>
      call.endpoint === 'unknown' && keyOf(call)
        ? redirected(`/login?state=${Buffer.from(`GET ${call.path}\nkey: ${sent(call)}`).toString('base64url')}`)
        : undefined,
  },
  'key-in-the-reason-phrase': { refusalReason: (_, call) => `Bad key ${keyOf(call).replace(/[^ -~]/g, '?')}` },
  'bytes-of-the-key-in-a-header': {
    extraHeaders: (call) => (call.key ? [['X-Key', JSON.stringify([...Buffer.from(keyOf(call))])]] : []),
  },
} satisfies Servers

const NO_REDIRECT = 'quick depth sends the key to documented paths only'
const NO_OPTIONS = 'quick depth leaves OPTIONS to other rules'

export const shownSecretQuickMisses = {
  'example-with-the-key-in-the-405': NO_OPTIONS,
  'request-repeated-by-options': NO_OPTIONS,
  'key-in-the-redirect-of-a-trailing-slash': NO_REDIRECT,
  'request-in-base64-in-a-redirect': NO_REDIRECT,
} satisfies Partial<Record<keyof typeof shownSecretFaults, string>>

/** Servers that show of a key what may be shown. */
export const shownSecretFreedoms = {
  'key-id-shown': {
    extraHeaders: (call) => [['X-Key-Id', /_([0-9a-f]{16})_/i.exec(keyOf(call))?.[1] ?? 'none']],
  },
  'masked-secret-shown': {
    extraHeaders: (call) =>
      call.key
        ? [
            [
              'X-Key',
              `${keyOf(call)
                .replace(/^Bearer /, '')
                .slice(0, 24)}...${secretOf(call).slice(-4)}`,
            ],
          ]
        : [],
  },
  'digest-of-the-key-shown': {
    extraHeaders: (call) =>
      call.key ? [['X-Client', Buffer.from(call.conforming.digest(keyOf(call))).toString('hex')]] : [],
  },
  'request-id-like-a-secret': {
    extraHeaders: (call) => [['X-Request-Id', Buffer.from(call.conforming.digest(`${call.n}`)).toString('hex')]],
  },
  'context-without-the-key-compressed': {
    extraHeaders: (call) => [
      ['X-Next', deflateRawSync(JSON.stringify({ path: call.path, search: call.search })).toString('base64url')],
    ],
  },
  'url-in-hex-in-a-tag': {
    extraHeaders: (call) => [['ETag', `"${Buffer.from(`${call.path}?${call.search}`).toString('hex')}"`]],
  },
  'other-spellings-redirected': {
    gateway: (call) =>
      /\/$|\/\/|\/\.|\.json$/.test(call.path)
        ? redirected(`${call.path.replace(/\/+(\.\/)?/g, '/').replace(/\/$|\.json$/, '')}?key_id=${call.n}`)
        : undefined,
  },
  'url-in-errors': {
    errorBody: (error, call) => ({
      ...(call.conforming.errorBody(error, call) as object),
      instance: `${call.path}?${call.search}`,
    }),
  },
} satisfies Servers
