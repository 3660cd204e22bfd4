import { hash } from 'node:crypto'
import type { Behaviour, Call } from '../../reference-server/behaviour.ts'

/** Faults and freedoms of rules on bad keys that both variants have; each rule adds its own. */
type Servers = Readonly<Record<string, Partial<Behaviour>>>

/** Servers whose refusals take longer for some keys. */
export const timingFaults = {
  'early-return-for-unknown': { refusalDelayMs: (failure) => (failure === 'unknown' ? 0 : 0.5) },
  'slow-digest-for-known': { refusalDelayMs: (_failure, call) => (call.record ? 0.6 : 0) },
  'compares-only-a-good-secret': { refusalDelayMs: (failure) => (failure === 'wrong-secret' ? 0 : 0.4) },
  'slow-look-up-of-revoked': { refusalDelayMs: (failure) => (failure === 'revoked' ? 2 : 0) },
  'now-and-then': { refusalDelayMs: (_failure, call) => (call.record && call.n % 5 < 2 ? 2 : 0) },
  'compares-byte-by-byte': {
    digestsEqual: (given, kept, call) => {
      // As if each equal byte cost a remote call: a good secret takes all of them.
      const end = performance.now() + (call.conforming.digestsEqual(given, kept, call) ? 1 : 0.03)
      while (performance.now() < end);
      return call.conforming.digestsEqual(given, kept, call)
    },
  },
} satisfies Servers

/** Servers whose response times vary, but not with what a refusal must not reveal. */
export const timingFreedoms = {
  jitter: { latencyMs: () => Math.exp(Math.random() * 2 - 2) },
  'row-lookup-of-known-keys': {
    refusalText: (text, _failure, call) => {
      const end = performance.now() + (call.record ? 0.045 : 0)
      while (performance.now() < end);
      return text
    },
  },
  'limited-while-measured': {
    gateway: ({ n }) => (n % 50 === 7 ? { status: 429, headers: [['Retry-After', '0']], body: '' } : undefined),
  },
  'no-keep-alive': { connection: () => 'close' },
  'slower-without-a-key': {
    refusalDelayMs: (failure) => (failure === 'missing' || failure === 'malformed' ? 0 : 0.5),
  },
} satisfies Servers

/** Servers whose refusals differ with the failure class. */
export const uniformityFaults = {
  'a-space-more': { refusalText: (text, failure) => (failure === 'wrong-secret' ? `${text} ` : text) },
  'gateway-refuses-malformed': {
    contentType: (status, call) =>
      status === 401 && call.failure === 'malformed' ? 'application/json' : call.conforming.contentType(status, call),
  },
  'counter-for-known-keys': {
    refusalHeaders: (_failure, call) => {
      const name = `count ${call.record?.keyId ?? 'nobody'}`
      const count = ((call.memory.get(name) as number | undefined) ?? 0) + (call.record ? 1 : 0)
      call.memory.set(name, count)
      return [['X-RateLimit-Remaining', String(100_000 - count)]]
    },
  },
} satisfies Servers

/** Servers whose refusals differ with the failure class for some clients only. */
export const uniformityFaultsForClients = {
  'cors-after-the-look-up': {
    refusalHeaders: (_failure, call) => (call.record ? allowedOrigin(call) : []),
  },
  'no-cors-for-missing-and-malformed': {
    refusalHeaders: (failure, call) => (failure === 'missing' || failure === 'malformed' ? [] : allowedOrigin(call)),
  },
  'credentials-allowed-for-expired': {
    refusalHeaders: (failure, call) =>
      failure === 'expired' && origin(call) ? [['Access-Control-Allow-Credentials', 'true']] : [],
  },
  'gateway-does-not-compress': {
    contentCoding: (call) => (acceptsGzip(call) && call.failure !== 'malformed' ? 'gzip' : 'identity'),
  },
  'compressed-in-chunks-for-revoked': {
    contentCoding: (call) => (acceptsGzip(call) ? 'gzip' : 'identity'),
    framing: (call) => (acceptsGzip(call) && call.failure === 'revoked' ? 'chunked' : 'length'),
  },
  'not-modified-for-expired': {
    response: (response, call) =>
      call.failure === 'expired' && call.header('if-none-match').length > 0
        ? { ...response, status: 304, body: '' }
        : response,
  },
  'revalidated-for-known-keys': {
    refusalHeaders: (_failure, call) =>
      call.record && call.header('if-none-match').length > 0 ? [['ETag', '"5c1f0e"']] : [],
  },
  'head-shows-known-keys': {
    refusalHeaders: (_failure, call) => (call.method === 'HEAD' && call.record ? [['Allow', 'GET']] : []),
  },
  'options-shows-revoked': {
    response: (response, call) =>
      call.method === 'OPTIONS' && call.failure === 'revoked' ? { ...response, status: 405 } : response,
  },
} satisfies Servers

/** Servers whose refusals differ with the failure class for every client. */
export const uniformityFaultsForAll = {
  'malformed-closes-the-connection': {
    connection: (call) => (call.failure === 'malformed' ? 'close' : 'keep-alive'),
  },
  'own-limit-for-known-keys': {
    refusalHeaders: (_failure, call) => [['X-RateLimit-Limit', call.record ? '1000' : '60']],
  },
  'cached-for-malformed-keys': {
    dateHeader: (now, call) => call.conforming.dateHeader(call.failure === 'malformed' ? now - 60_000 : now, call),
  },
  'retry-after-a-wrong-secret': {
    refusalHeaders: (failure) => (failure === 'wrong-secret' ? [['Retry-After', '1']] : []),
  },
  'cookie-for-known-keys': {
    refusalHeaders: (_failure, call) => (call.record ? [['Set-Cookie', `seen=${call.n}; Path=/`]] : []),
  },
  'challenge-names-known-keys': {
    refusalHeaders: (_failure, call) =>
      call.record ? [['WWW-Authenticate', `ApiKey key_id="${call.record.keyId}"`]] : [],
  },
} satisfies Servers

type Requested = Parameters<Behaviour['gateway']>[0]

const origin = (call: Requested) => call.header('origin')[0]
const acceptsGzip = (call: Requested) => call.header('accept-encoding').join().includes('gzip')
const allowedOrigin = (call: Requested): (readonly [string, string])[] => {
  const value = origin(call)
  return value === undefined ? [] : [['Access-Control-Allow-Origin', value]]
}

/** Servers whose responses differ, but not with the failure class. */
export const uniformityFreedoms = {
  'request-ids': { extraHeaders: (call) => [['X-Request-Id', `r-${(call.n * 2_654_435_761) % 4_294_967_296}`]] },
  'balancer-and-workers': {
    extraHeaders: (call) => [
      ['X-Served-By', `web-${call.worker}`],
      ['Set-Cookie', `lb=${call.worker}; Path=/`],
    ],
  },
  'counter-for-all': { extraHeaders: (call) => [['X-RateLimit-Remaining', String(1_000_000 - call.n)]] },
  'cors-for-all': { extraHeaders: allowedOrigin },
  'compressed-where-accepted': {
    contentCoding: (call) => (acceptsGzip(call) ? 'gzip' : 'identity'),
    extraHeaders: () => [['Vary', 'Accept-Encoding, Origin']],
  },
  'tagged-by-the-body': {
    response: (response) => ({
      ...response,
      headers: [...response.headers, ['ETag', `W/"${hash('sha1', response.body, 'hex').slice(0, 27)}"`]],
    }),
  },
  'options-before-the-credential': {
    gateway: (call) =>
      call.method === 'OPTIONS'
        ? { status: 204, headers: [['Access-Control-Allow-Methods', 'GET'], ...allowedOrigin(call)], body: '' }
        : undefined,
  },
  'head-not-allowed': {
    gateway: (call) => (call.method === 'HEAD' ? { status: 405, headers: [['Allow', 'GET']], body: '' } : undefined),
  },
  'cookie-of-random-length-in-chunks': {
    framing: () => 'chunked',
    extraHeaders: (call) => [['Set-Cookie', `lb=${'x'.repeat((call.n * 2_654_435_761) % 9)}; Path=/`]],
  },
} satisfies Servers

/** Servers whose status at unknown paths differs with the failure class. */
export const unknownPathFaults = {
  'not-found-with-a-known-key-id': {
    refusalStatus: (failure, call) => (call.endpoint === 'unknown' && failure === 'wrong-secret' ? 404 : 401),
  },
  'forbidden-path-of-an-expired-key': {
    refusalStatus: (failure, call) => (call.endpoint === 'unknown' && failure === 'expired' ? 403 : 401),
  },
  'routed-once-the-key-is-well-formed': {
    refusalStatus: (failure, call) => (call.endpoint === 'unknown' && failure !== 'malformed' ? 404 : 401),
  },
} satisfies Servers

const NO_UNKNOWN_PATH = 'quick depth sends no bad key to an unknown path'

export const unknownPathQuickMisses = {
  'not-found-with-a-known-key-id': NO_UNKNOWN_PATH,
  'forbidden-path-of-an-expired-key': NO_UNKNOWN_PATH,
  'routed-once-the-key-is-well-formed': NO_UNKNOWN_PATH,
} satisfies Record<keyof typeof unknownPathFaults, string>

/** Servers whose status at unknown paths does not depend on the key, though it may differ. */
export const unknownPathFreedoms = {
  'not-found-for-every-bad-key': { refusalStatus: (_, call) => (call.endpoint === 'unknown' ? 404 : 401) },
  'workers-route-in-another-order': {
    refusalStatus: (_, call) => (call.endpoint === 'unknown' && call.worker < 2 ? 404 : 401),
  },
} satisfies Servers

/** The header with the key, as text of UTF-8. */
const keyIn = (call: Call): string =>
  Buffer.from(
    call.header('x-api-key')[0] ?? call.header('authorization')[0]?.replace(/^Bearer +/i, '') ?? '',
    'latin1',
  ).toString()

/** A layer in front of the application that interprets the key, and fails. */
const interprets = (pattern: RegExp, status = 500): Partial<Behaviour> => ({
  keyParts: (text, call) => {
    if (status === 500 && pattern.test(keyIn(call))) throw new SyntaxError('unexpected token')
    return call.conforming.keyParts(text, call)
  },
  ...(status !== 500 && { refusalStatus: (_, call) => (pattern.test(keyIn(call)) ? status : 401) }),
})

/** Servers that interpret the text of a key. */
export const hostileKeyFaults = {
  'quotes-end-the-statement': interprets(/['"] ?(OR|\))/),
  'condition-of-the-key-is-true': {
    classify: (check, call) => (/ OR /.test(keyIn(call)) ? undefined : call.conforming.classify(check, call)),
  },
  'inherited-names-are-found': {
    keyParts: (text, call) => {
      const name = Object.getOwnPropertyNames(Object.prototype).find((name) => text.includes(name))
      if (name !== undefined) throw new TypeError(`${name}.digest is undefined`)
      return call.conforming.keyParts(text, call)
    },
  },
  'json-in-the-key-is-a-bad-request': interprets(/^(\w+_)?(\w+_)?[{[]"/, 400),
  'token-of-three-parts-forbidden': interprets(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/, 403),
  'key-id-is-a-regular-expression': {
    keyIdAccepted: (keyId, call) => {
      new RegExp(`^${keyId}$`)
      return call.conforming.keyIdAccepted(keyId, call)
    },
    refusalStatus: (_, call) => (/[([]|\.\*|\}/.test(keyIn(call)) ? 500 : 401),
  },
  'template-in-the-key': interprets(/\{\{|\$\{|<%|#\{/),
  'format-in-the-log-line': interprets(/%[snxd(]|\{\d?\}/),
  'filter-of-the-directory': interprets(/[*\\][)(2?]/),
  'metacharacters-of-shells': interprets(/\$\(|`|\| |&&|\$\{/),
  'percent-decoded': {
    keyParts: (text, call) => call.conforming.keyParts(decodeURIComponent(text), call),
  },
  'key-in-base64-accepted': {
    keyParts: (text, call) => {
      const decoded = Buffer.from(text, 'base64').toString('latin1')
      return call.conforming.keyParts(/^\w+_[0-9a-f]{16}_[0-9a-f]{64}$/i.test(decoded) ? decoded : text, call)
    },
  },
  'digits-of-any-script': interprets(/[^\P{Nd}0-9]/u),
  'four-byte-characters-in-the-log': interprets(/[\u{10000}-\u{10ffff}]/u),
  'longer-than-the-column': {
    keyParts: (text, call) => {
      if (text.length > 512) throw new RangeError('value too long for type character varying(512)')
      return call.conforming.keyParts(text, call)
    },
  },
  'other-schemes-have-an-error-of-their-own': interprets(/^(Basic|Digest|Negotiate|Token) /, 400),
  'markup-unprocessable': interprets(/[<&][!a-z]/i, 422),
} satisfies Servers

const FEW = 'quick depth tries only the most likely ways to damage a key'

export const hostileKeyQuickMisses = {
  'token-of-three-parts-forbidden': FEW,
  'percent-decoded': 'quick depth tries an escape that is none with some seeds only',
  'key-in-base64-accepted': FEW,
  'digits-of-any-script': FEW,
  'four-byte-characters-in-the-log': FEW,
  'longer-than-the-column': FEW,
  'other-schemes-have-an-error-of-their-own': FEW,
} satisfies Partial<Record<keyof typeof hostileKeyFaults, string>>

/** Servers behind a proxy that rejects odd headers by itself. */
export const hostileKeyFreedoms = {
  'blanks-around-the-key-cut-off': { credentialText: (text) => text.replace(/^[ \t]+|[ \t]+$/g, '') },
  'blanks-of-unicode-cut-off': { credentialText: (text) => Buffer.from(text.trim(), 'latin1').toString().trim() },
  'first-of-several-keys-counts': { credentialText: (text) => text.split(/\s*,\s*/)[0]! },
  'last-of-several-keys-counts': { credentialText: (text) => text.split(/\s*,\s*/).at(-1)! },
  'proxy-rejects-bytes-beyond-ascii': {
    gateway: (call) =>
      /[^\0-\x7f]/.test(keyIn(call)) ? { status: 400, headers: [], body: '<h1>400 Bad Request</h1>' } : undefined,
  },
  'proxy-closes-the-connection-after-long-keys': {
    connection: (call) => (keyIn(call).length > 900 ? 'close' : 'keep-alive'),
  },
  'refusals-slower-for-long-keys': { refusalDelayMs: (_, call) => keyIn(call).length / 500 },
} satisfies Servers

const normalized = (text: string): string => Buffer.from(text, 'latin1').toString().normalize('NFKC')

/** Servers that repair, reject or fail on malformed keys. */
export const malformedKeyFaults = {
  'bad-request': { refusalStatus: (failure) => (failure === 'malformed' ? 400 : 401) },
  'longer-secret-cut': {
    keyParts: (text, call) => call.conforming.keyParts(text.replace(/([0-9a-f]{64})[0-9a-f]*$/i, '$1'), call),
  },
  'longer-key-id-cut': {
    keyParts: (text, call) => call.conforming.keyParts(text.replace(/_([0-9a-f]{16})[0-9a-f]+_/i, '_$1_'), call),
  },
  'separators-removed': { credentialText: (text) => text.replace(/[-. ]/g, '') },
  'blanks-removed': { credentialText: (text) => text.replace(/\s/g, '') },
  'any-separator': { keyParts: (text, call) => call.conforming.keyParts(text.replace(/[-.:]/g, '_'), call) },
  'any-of-several-keys': {
    keyParts: (text, call) => {
      const all = text.split(/\s*,\s*/).map((one) => call.conforming.keyParts(one, call))
      return all[all.length >> 1]
    },
  },
  'look-alike-letters-accepted': {
    classify: (check, call) =>
      /_(?=\w*[ol])[0-9a-fol]{16}_[0-9a-f]{64}$/.test(keyIn(call)) ? undefined : call.conforming.classify(check, call),
  },
  'zeros-before-the-key-id-cut-off': {
    keyParts: (text, call) => call.conforming.keyParts(text.replace(/_0+([0-9a-f]{16}_)/i, '_$1'), call),
  },
  'secret-read-as-a-number': {
    keyParts: (text, call) => call.conforming.keyParts(text.replace(/_0+([0-9a-f]{64})$/i, '_$1'), call),
  },
  'full-width-characters-accepted': {
    credentialText: (text) =>
      Buffer.from(text, 'latin1')
        .toString()
        .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)),
  },
  'key-id-normalized': {
    keyIdAccepted: (keyId, call) => call.conforming.keyIdAccepted(normalized(keyId), call),
    keyIdLookedUp: (keyId, call) => call.conforming.keyIdLookedUp(normalized(keyId), call),
  },
  'quotes-cut-off': { keyParts: (text, call) => call.conforming.keyParts(text.replace(/^"(.*)"$/, '$1'), call) },
  'dots-for-separators': { keyParts: (text, call) => call.conforming.keyParts(text.replaceAll('.', '_'), call) },
  'wildcards-match-the-secret': {
    classify: (check, call) =>
      /_[0-9a-f]{32}(%|_{32})$/.test(keyIn(call)) ? undefined : call.conforming.classify(check, call),
  },
  'throws-beyond-ascii': {
    secretAccepted: (secret, call) => {
      if (/[^ -~]/.test(secret)) throw new TypeError('strings with non-ASCII characters are not supported')
      return call.conforming.secretAccepted(secret, call)
    },
  },
  'bytes-of-64-characters-compared': {
    secretAccepted: (secret, call) => {
      if (secret.length === 64 && Buffer.byteLength(secret) !== 64)
        throw new RangeError('Input buffers must have the same byte length')
      return call.conforming.secretAccepted(secret, call)
    },
  },
} satisfies Servers

/** Servers that compare no secret, a part of it, or a wrong one. */
export const wrongSecretFaults = {
  'not-compared': { digestsEqual: () => true },
  'half-compared': { secretDigested: (secret) => secret.slice(0, 32).toLowerCase() },
  'last-character-unread': { secretDigested: (secret) => secret.slice(0, 63).toLowerCase() },
  'first-character-unread': { secretDigested: (secret) => secret.slice(1).toLowerCase() },
  'character-41-unread': { secretDigested: (secret) => (secret.slice(0, 40) + secret.slice(41)).toLowerCase() },
  'characters-in-any-order': { secretDigested: (secret) => [...secret.toLowerCase()].sort().join('') },
  'stored-digest-accepted': {
    digestsEqual: (given, kept, call) =>
      keyIn(call).endsWith(Buffer.from(kept).toString('hex')) || call.conforming.digestsEqual(given, kept, call),
  },
  forbidden: { refusalStatus: (failure) => (failure === 'wrong-secret' ? 403 : 401) },
  'good-secrets-cached-without-their-key-id': {
    digestsEqual: (given, kept, call) => {
      const cached = `good ${given.join()}`
      if (call.conforming.digestsEqual(given, kept, call)) call.memory.set(cached, true)
      return call.memory.has(cached)
    },
  },
} satisfies Servers
