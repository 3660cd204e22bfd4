import type { Behaviour } from '../../reference-server/behaviour.ts'

/** Conforming servers that differ from the reference server: what the freedoms of both variants have in common. */
export type Freedom = Partial<Behaviour>
export type EarlyAnswer = NonNullable<ReturnType<Behaviour['gateway']>>
type Freedoms = Readonly<Record<string, Freedom>>
type Header = readonly [name: string, value: string]
/** A response that does not come from the application, in a form that the variant allows. */
type Early = (status: number, ...headers: Header[]) => EarlyAnswer

/** Pseudorandom numbers from 0 to below `range`, another one for each request. */
export const noise = (n: number, range: number): number => (((n + 1) * 2_654_435_761) % 4_294_967_296) % range

/** One in `oneIn` responses does not come from the application. */
export const pausesWith =
  (early: Early) =>
  (status: number, oneIn: number, retryAfter?: string): Freedom => ({
    gateway: ({ n }) =>
      n % oneIn === oneIn - 1
        ? early(status, ...(retryAfter ? [['Retry-After', retryAfter] as const] : []))
        : undefined,
  })

/** Transient failures, delays, and connections that end. */
export const unsteadyServers = (pauses: ReturnType<typeof pausesWith>, badGateway: EarlyAnswer): Freedoms => ({
  'other-reason-phrases': { reasonPhrase: (status) => (status < 300 ? 'Fine' : '') },
  slow: { latencyMs: (call) => 5 + noise(call.n, 30) },
  'one-in-a-hundred-503': pauses(503, 100),
  'one-in-a-hundred-502-and-504': {
    gateway: (call) => pauses(502, 150).gateway!(call) ?? (call.n % 170 === 5 ? badGateway : undefined),
  },
  'one-in-a-hundred-reset': { dropped: ({ n }) => (n % 100 === 99 ? 'before' : 'no') },
  'one-in-a-hundred-cut-short': { dropped: ({ n }) => (n % 100 === 42 ? 'midway' : 'no') },
  'flaky-and-slow': {
    ...pauses(503, 70, '0'),
    dropped: ({ n }) => (n % 90 === 33 ? 'before' : 'no'),
    latencyMs: (call) => noise(call.n, 25),
  },
  'connection-close': { connection: () => 'close' },
  'connection-closed-now-and-then': { connection: ({ n }) => (n % 7 === 0 ? 'close' : 'keep-alive') },
  'short-keep-alive': { keepAliveMs: () => 1, latencyMs: (call) => noise(call.n, 9) },
  'base-url-with-a-path': { basePath: () => '/eu-1/tenants/acme.v2/~gateway' },
})

/** Content types, codings, framings and spellings of JSON. `integers`: the names of the fields that hold integers, joined by `|`. */
export const contentFormats = (integers: string): Freedoms => ({
  'no-charset': { contentType: () => 'application/json' },
  'vendor-type': { contentType: (status) => (status < 400 ? 'application/vnd.tenant.v1+json' : 'application/json') },
  'plain-text': { contentType: () => 'text/plain' },
  none: {
    response: (response) => ({ ...response, headers: response.headers.filter(([name]) => name !== 'Content-Type') }),
  },
  gzip: { contentCoding: () => 'gzip' },
  'gzip-for-long-answers': {
    contentCoding: ({ size = 0 }) => (size > 20 ? 'gzip' : 'identity'),
    framing: () => 'chunked',
  },
  chunked: { framing: () => 'chunked' },
  'until-the-connection-ends': { framing: () => 'close' },
  'pretty-printed-gzip-in-chunks': {
    json: (value, call) => `${JSON.stringify(JSON.parse(call.conforming.json(value, call)), null, '\t')}\r\n`,
    contentCoding: () => 'gzip',
    framing: () => 'chunked',
  },
  'escaped-beyond-need': {
    json: (value, call) =>
      call.conforming.json(value, call).replace(/[a-z](?=[a-z_]*":)/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`),
  },
  'integers-with-points-and-exponents': {
    json: (value, call) =>
      call.conforming
        .json(value, call)
        .replace(new RegExp(`"(${integers})":(\\d+)`, 'g'), (_, name, number) =>
          Number(number) % 2 === 0 ? `"${name}":${number}.0` : `"${name}":${number}0e-1`,
        ),
  },
})

/** Headers that a content delivery network or a load balancer adds, and clocks that differ. */
export const networkHeaders = (total: string, ...more: Header[]): Freedoms => ({
  'many-headers-of-a-network': {
    extraHeaders: (call) => [
      ['server', 'edge'],
      ['CF-RAY', `${noise(call.n, 4e9).toString(16)}-AMS`],
      ['Age', '0'],
      ['Via', '1.1 varnish, 1.1 varnish'],
      ['X-Cache', noise(call.n, 2) === 0 ? 'MISS' : 'HIT'],
      ...(noise(call.n, 3) === 0 ? [['X-Timer', `S${call.now},VE${noise(call.n, 90)}`] as const] : []),
      ['Server-Timing', `app;dur=${noise(call.n, 70)}`],
      ['Cache-Control', 'no-store'],
      ...more,
      ['Vary', 'Accept-Encoding'],
      ['Vary', 'Origin'],
    ],
  },
  'clock-ahead': { dateHeader: (now, call) => call.conforming.dateHeader(now + 7 * 60_000, call) },
  'clock-behind': { dateHeader: (now, call) => call.conforming.dateHeader(now - 9 * 60_000, call) },
  'no-date': { dateHeader: () => undefined },
  'date-of-the-connection': { dateHeader: (_now, call) => call.conforming.dateHeader(call.connectedAt, call) },
  'date-of-the-process': {
    dateHeader: (now, call) => call.once('date', () => call.conforming.dateHeader(now, call)),
  },
  'date-an-hour-behind': { dateHeader: (now, call) => call.conforming.dateHeader(now - 3_600_000, call) },
  'date-out-of-a-cache': {
    dateHeader: (now, call) => call.conforming.dateHeader(now - 60_000, call),
    extraHeaders: () => [['Age', '60']],
  },
  'links-in-headers': {
    extraHeaders: (call) => [
      ['Link', `<${call.path}?page=2>; rel="next"`],
      ['X-Total-Count', total],
      ['ETag', `W/"${noise(call.n, 1e9)}"`],
    ],
  },
  'cookies-of-a-balancer': {
    extraHeaders: (call) => [
      ['Set-Cookie', `AWSALB=${noise(call.n, 4e9).toString(36)}; Expires=Fri, 31 Dec 2055 23:59:59 GMT; Path=/`],
      ['Set-Cookie', `AWSALBCORS=${noise(call.n + 7, 4e9).toString(36)}; Path=/; SameSite=None; Secure`],
    ],
  },
})

/** Content types, further fields and framings of errors. */
export const errorFormats: Freedoms = {
  'problem-json': { contentType: (status) => (status < 400 ? 'application/json' : 'application/problem+json') },
  'html-by-name': { contentType: (status) => (status < 400 ? 'application/json' : 'text/html; charset=utf-8') },
  'problem-members-beside': {
    errorBody: ({ status, code, message, details }, call) => ({
      type: 'https://docs.example/errors',
      title: code,
      status,
      detail: message,
      instance: `urn:uuid:${noise(call.n, 4e9).toString(16)}`,
      error: { status, code, message, details },
    }),
  },
  'more-members-in-the-error': {
    errorBody: ({ status, code, message, details }, call) => ({
      error: {
        request_id: `req_${noise(call.n, 4e9).toString(36)}`,
        timestamp: new Date(call.now).toISOString(),
        path: call.path,
        documentation_url: null,
        details: details ?? [],
        message,
        status,
        code,
      },
    }),
  },
  'request-and-its-query-in-the-error': {
    errorBody: ({ status, code, message, details }, call) => ({
      error: { code, message, status, details },
      path: `${call.path}?${call.search}`,
    }),
  },
  'errors-in-chunks': { framing: (call) => (call.failure ? 'chunked' : 'length') },
  'errors-close-the-connection': { connection: (call) => (call.failure ? 'close' : 'keep-alive') },
}

/** Rate limits, announced or enforced. */
export const rateLimits = (early: Early): Freedoms => ({
  draft: {
    extraHeaders: (call) => [
      ['RateLimit-Limit', '5000'],
      ['RateLimit-Remaining', String(5000 - (call.n % 5000))],
      ['RateLimit-Reset', String(60 - (Math.floor(call.now / 1000) % 60))],
      ['RateLimit-Policy', '5000;w=60'],
    ],
  },
  old: {
    extraHeaders: (call) => [
      ['x-ratelimit-limit', '5000'],
      ['x-ratelimit-remaining', String(100_000 - call.n)],
      ['x-ratelimit-reset', String(Math.ceil(call.now / 60_000) * 60)],
    ],
  },
  'counted-by-worker': {
    extraHeaders: (call) => [['X-RateLimit-Remaining', String(1000 - Math.floor(call.n / 4) - 200 * call.worker)]],
  },
  'window-of-100': { extraHeaders: (call) => [['X-RateLimit-Remaining', String(99 - (call.n % 100))]] },
  'too-many-requests': pausesWith(early)(429, 250, '1'),
  'too-many-requests-at-once': { gateway: ({ n }) => (n % 120 > 116 ? early(429, ['Retry-After', '0']) : undefined) },
  'too-many-requests-until-a-date': {
    gateway: (call) =>
      call.n % 300 === 299 ? early(429, ['Retry-After', new Date(call.now + 900).toUTCString()]) : undefined,
  },
})

/** Hex in other letter cases, and fixed prefixes of any form. */
export const keyFormats: Freedoms = {
  'capital-hex': {
    newKeyId: (bytes, admin) => admin.conforming.newKeyId(bytes, admin).toUpperCase(),
    newSecret: (bytes, admin) => admin.conforming.newSecret(bytes, admin).toUpperCase(),
  },
  'hex-by-its-letters': {
    newKeyId: (bytes, admin) => admin.conforming.newKeyId(bytes, admin).replace(/[ace]/g, (c) => c.toUpperCase()),
    newSecret: (bytes, admin) => admin.conforming.newSecret(bytes, admin).replace(/[bdf]/g, (c) => c.toUpperCase()),
    secretDigested: (secret) => secret,
  },
  'prefix-with-underscores': { keyPrefix: () => 'acme_live_eu_1' },
  'prefix-of-one-letter': { keyPrefix: () => 'k' },
  'prefix-like-a-key': { keyPrefix: () => `x_0123456789abcdef_${'0123456789abcdef'.repeat(4)}` },
  'prefix-with-other-marks': { keyPrefix: () => 'Tenant-API.v1~' },
}
