import { hash } from 'node:crypto'
import type { Behaviour, Call } from '../../../reference-server/behaviour.ts'
import type { Freedom } from '../freedoms.ts'

type Behaviours = Readonly<Record<string, Partial<Behaviour>>>

const has = (call: Call, name: string, pattern = /./): boolean => pattern.test(call.header(name)[0] ?? '')
const page = (status: number, text = 'refused') => ({
  status,
  headers: [['Content-Type', 'text/html']] as [string, string][],
  body: `<html>${text}</html>`,
})
export const refuses = (status: number, name: string, pattern?: RegExp): Freedom => ({
  gateway: (call) => (has(call, name, pattern) ? page(status) : undefined),
})
/** For faults that translate: the language that the client prefers. */
export const languageOf = (call: Call): 'tr' | 'en' => (has(call, 'accept-language', /^tr/) ? 'tr' : 'en')
/** Accepts a request without a key under a condition. */
const open = (when: (call: Call) => boolean): Partial<Behaviour> => ({
  classify: (check, call) => (!check.presented && when(call) ? undefined : call.conforming.classify(check, call)),
})

/** Servers for which another client's valid key does not get the same. */
export const otherClientFaults = {
  'cors-filter-refuses': refuses(403, 'origin'),
  'cors-filter-refuses-the-null-origin': refuses(403, 'origin', /null/),
  'not-acceptable-unless-json-is-named': {
    gateway: (call) => (has(call, 'accept') && !has(call, 'accept', /application\/json/) ? page(406) : undefined),
  },
  'charsets-not-acceptable': refuses(406, 'accept-charset', /8859/),
  'hop-by-hop-header-throws': refuses(500, 'te'),
  'nothing-where-little-is-preferred': {
    response: (response, call) =>
      has(call, 'prefer', /minimal/) && response.status === 200 ? { ...response, status: 204, body: '' } : response,
  },
  'cut-off-when-the-connection-closes': {
    response: (response, call) =>
      has(call, 'connection', /close/) ? { ...response, body: response.body.slice(0, 300) } : response,
  },
  'fails-at-a-language': refuses(500, 'accept-language', /^ar/),
  'session-cookie-instead-of-the-key': {
    classify: (check, call) => (call.cookie('session') ? 'unknown' : call.conforming.classify(check, call)),
  },
  'mobile-clients-refused': refuses(403, 'user-agent', /iPhone/),
  'postman-refused': refuses(403, 'user-agent', /Postman/),
  'chain-of-proxies-throws': refuses(500, 'x-forwarded-for', /,/),
  'forwarded-address-not-allowed': {
    classify: (check, call) =>
      has(call, 'x-forwarded-for', /^203/) ? 'unknown' : call.conforming.classify(check, call),
  },
  'content-type-refused': refuses(415, 'content-type', /text/),
  'page-for-browsers': {
    response: (response, call) =>
      has(call, 'accept', /^text\/html/) && response.status === 200
        ? { ...response, ...page(200, 'the same as HTML') }
        : response,
  },
  'user-agent-required': { gateway: (call) => (has(call, 'user-agent') ? undefined : page(403)) },
  'encoded-digits-refused': {
    gateway: (call) =>
      /=\d*%3\d/.test(call.search)
        ? {
            status: 422,
            headers: [],
            body: '{"error":{"code":"validation_error","message":"must be an integer","status":422}}',
          }
        : undefined,
  },
  'empty-cookie-refused': refuses(400, 'cookie', /=(;|$)/),
  'baggage-parsed': refuses(500, 'baggage', /%/),
  'open-quotation-mark-in-a-cookie-throws': refuses(500, 'cookie', /="[^"]*;/),
  'name-of-a-cookie-required': refuses(500, 'cookie', /(^|; )=/),
  'weight-of-a-language-checked': refuses(500, 'accept-language', /q=9/),
  'trace-parsed': refuses(500, 'traceparent', /zz/),
  'referer-decoded': refuses(500, 'referer', /%(?![0-9a-f]{2})/i),
  'page-of-a-grid-for-scripts': {
    response: (response, call) =>
      has(call, 'x-requested-with', /XMLHttpRequest/) && response.status === 200
        ? { ...response, body: `{"draw":0,"records":${response.body}}` }
        : response,
  },
  'part-of-a-page-for-a-frame': {
    response: (response, call) =>
      (has(call, 'hx-request') || has(call, 'turbo-frame')) && response.status === 200
        ? { ...response, ...page(200, 'the list alone') }
        : response,
  },
  'trace-of-aws-parsed': refuses(500, 'x-amzn-trace-id', /;Sampled/),
  'states-of-a-trace-parsed': refuses(400, 'tracestate', /,/),
  'number-of-a-request-longer-than-its-column': refuses(500, 'x-correlation-id', /.{37}/),
  'number-of-a-request-is-hex': refuses(500, 'x-request-id', /[^0-9a-f-]/),
  'precondition-failed': refuses(412, 'if-none-match', /\*/),
  'range-throws': refuses(500, 'range'),
} satisfies Behaviours

/** What quick depth does not send. */
export const malformedQuickMisses = Object.fromEntries(
  [
    'open-quotation-mark-in-a-cookie-throws',
    'name-of-a-cookie-required',
    'weight-of-a-language-checked',
    'trace-parsed',
    'referer-decoded',
  ].map((name) => [name, 'quick depth sends no value that no standard allows']),
)

/** Servers that accept a request without a valid key if it has some header. */
export const bypassFaults = {
  'any-key-where-the-connection-closes': {
    classify: (check, call) =>
      check.presented && has(call, 'connection', /close/) ? undefined : call.conforming.classify(check, call),
  },
  'key-id-is-enough-behind-the-proxy': {
    classify: (check, call) =>
      check.found && has(call, 'x-forwarded-for') ? undefined : call.conforming.classify(check, call),
  },
  'trusted-network': open((call) => has(call, 'x-forwarded-for', /^10\./)),
  'trusted-real-ip': open((call) => has(call, 'x-real-ip', /^127/)),
  'trusted-forwarded': open((call) => has(call, 'forwarded', /for=127/)),
  'trusted-origin': open((call) => has(call, 'origin', /app\.example/)),
  'preflight-by-its-header': open((call) => has(call, 'access-control-request-method')),
  'options-by-override': open((call) => has(call, 'x-http-method-override', /OPTIONS/)),
  'public-path-by-header': open((call) => has(call, 'x-original-url', /health/)),
  'any-session': open((call) => call.cookie('session') !== undefined),
  'probe-trusted': open((call) => has(call, 'user-agent', /^(kube-probe|ELB-HealthChecker)/)),
  'host-of-this-machine-trusted': open((call) => has(call, 'host', /^localhost/)),
  'user-of-the-gateway-trusted': open((call) => has(call, 'x-remote-user') || has(call, 'x-consumer-id')),
  'referer-trusted': open((call) => has(call, 'referer', /\/docs$/)),
  'own-origin-trusted': open(
    (call) => has(call, 'origin') && call.header('origin')[0]!.endsWith(call.header('host')[0]!),
  ),
  'path-in-a-header-unchecked': open((call) => has(call, 'x-original-url', /\/api\//)),
  'public-path-of-the-forward-auth-request': open((call) => has(call, 'x-forwarded-uri', /health/)),
  'method-before-the-rewrite-trusted': open((call) => has(call, 'x-original-method', /OPTIONS/)),
  'traced-requests-of-the-system-trusted': open((call) => has(call, 'x-b3-traceid')),
  'login-page-for-browsers': {
    gateway: (call) =>
      has(call, 'accept', /^text\/html/) && !has(call, 'x-api-key') && !has(call, 'authorization')
        ? { status: 302, headers: [['Location', '/login']], body: '' }
        : undefined,
  },
  'list-by-options': {
    gateway: ({ method }) =>
      method === 'OPTIONS'
        ? { status: 200, headers: [], body: '{"data":[{"id":1}],"items":[{"id":1}],"total":1}' }
        : undefined,
  },
  'settings-of-http2-trusted': open((call) => has(call, 'http2-settings')),
  'handshake-checked-by-its-key': open((call) => has(call, 'sec-websocket-key') && has(call, 'upgrade', /websocket/i)),
  'scripts-of-the-own-site-trusted': open((call) => has(call, 'x-requested-with')),
  'client-certificate-by-a-header': open((call) => has(call, 'x-ssl-client-verify', /SUCCESS/)),
  'subrequest-of-the-middleware': open((call) => has(call, 'x-middleware-subrequest')),
  'mobile-app-trusted': open((call) => has(call, 'user-agent', /iPhone/)),
  'validators-before-the-key': {
    extraHeaders: () => [['ETag', '"v1"']],
    gateway: (call) => (has(call, 'if-none-match', /"v1"|\*/) ? { status: 304, headers: [], body: '' } : undefined),
  },
  'modified-since-before-the-key': {
    gateway: (call) => (has(call, 'if-modified-since') ? { status: 304, headers: [], body: '' } : undefined),
  },
  'idempotent-replay-before-the-key': {
    response: (response, call) => {
      const slot = `idempotent ${call.header('idempotency-key')[0]}`
      const kept = call.memory.get(slot) as typeof response | undefined
      if (!has(call, 'idempotency-key')) return response
      if (kept) return { ...kept, headers: [...kept.headers] }
      if (response.status < 300) call.memory.set(slot, { ...response, headers: [...response.headers] })
      return response
    },
  },
} satisfies Behaviours

const cachedAs = (control: string, vary = 'Accept-Encoding'): Partial<Behaviour> => ({
  extraHeaders: (call) =>
    call.key
      ? [
          ['Cache-Control', control],
          ['Vary', vary],
        ]
      : [],
})

/** Servers that let shared caches serve data without a key. */
export const sharedCacheFaults = {
  'pages-for-any-cache': cachedAs('public, max-age=300'),
  'kept-by-the-cdn': cachedAs('max-age=0, s-maxage=60, stale-while-revalidate=600'),
} satisfies Behaviours

/** Servers whose responses only caches of the client keep, or none without asking again, or by key. */
export const sharedCacheFreedoms = {
  'kept-by-the-client': cachedAs('private, max-age=60'),
  'revalidated-each-time': cachedAs('public, no-cache'),
  'kept-by-key': cachedAs('public, max-age=60', 'Accept-Encoding, X-Api-Key, Authorization'),
} satisfies Behaviours

export const bypassQuickMisses = Object.fromEntries(
  ['settings-of-http2-trusted', 'handshake-checked-by-its-key'].map((name) => [
    name,
    'quick depth offers no other protocol',
  ]),
)

/** Servers that treat later requests otherwise than the first ones. */
export const steadyFaults = {
  'open-after-some-requests': {
    classify: (check, call) => (!check.presented && call.n > 2 ? undefined : call.conforming.classify(check, call)),
  },
  'known-key-id-trusted': {
    classify: (check, call) => {
      const failure = call.conforming.classify(check, call)
      if (!failure) call.memory.set('trusted', true)
      return failure === 'wrong-secret' && call.memory.has('trusted') ? undefined : failure
    },
  },
  'refused-the-second-time': {
    gateway: (call) => {
      const known = call.header('x-api-key').length > 0 && call.memory.has(`${call.path}?${call.search}`)
      call.memory.set(`${call.path}?${call.search}`, true)
      return known ? { status: 403, headers: [], body: '' } : undefined
    },
  },
} satisfies Behaviours

const LATENCY = 4
/** So long that requests which are sent at the same time overlap on a busy machine, too. */
const LONG_LATENCY = 20

/** A server that takes some milliseconds for each request, and responds differently to more concurrent requests than `most`. */
const whileBusy = (
  most: number,
  change: Behaviour['response'],
  latency = LATENCY,
): Pick<Behaviour, 'latencyMs' | 'response'> => ({
  latencyMs: () => latency,
  response(response, call) {
    const now = performance.now()
    const ends = ((call.memory.get('ends') as number[] | undefined) ?? []).filter((end) => end > now)
    call.memory.set('ends', [...ends, now + latency])
    return ends.length >= most && response.status < 300 ? change(response, call) : response
  },
})

const firstPageWhileBusy = whileBusy(
  1,
  (response, call) => ({ ...response, body: call.once('first page', () => response.body) }),
  LONG_LATENCY,
)

/** Servers with other responses while they are busy. */
export const concurrentFaults = {
  'empty-lists-while-busy': whileBusy(
    1,
    (response) => ({
      ...response,
      body: String(response.body)
        .replace(/"(data|items)":\[.*\]/, '"$1":[]')
        .replace(/"total":\d+/, '"total":0')
        .replace(/"(total_pages|pages)":\d+/, '"$1":0')
        .replace('"has_more":true', '"has_more":false'),
    }),
    LONG_LATENCY,
  ),
  'page-of-another-request-while-busy': {
    ...firstPageWhileBusy,
    response(response, call) {
      if (response.status < 300) call.once('first page', () => response.body)
      return firstPageWhileBusy.response(response, call)
    },
  },
} satisfies Behaviours

const ALONE = 'quick depth leaves concurrent requests to chance'

export const concurrentQuickMisses = {
  'empty-lists-while-busy': ALONE,
  'page-of-another-request-while-busy': ALONE,
} satisfies Record<keyof typeof concurrentFaults, string>

/** Servers that serve few requests at the same time. */
export const concurrentFreedoms = {
  'busy-responds-503': whileBusy(3, (response) => ({
    ...response,
    status: 503,
    headers: [...response.headers, ['Retry-After', '0']],
    body: '',
  })),
  'slower-while-busy': { latencyMs: (call) => 1 + (call.n % 7) * 3 },
} satisfies Behaviours

/** Servers that let HEAD pass without a valid key. */
export const headFaults = {
  'not-authenticated': {
    classify: (check, call) => (call.method === 'HEAD' ? undefined : call.conforming.classify(check, call)),
  },
  'secret-not-compared': {
    classify: (check, call) =>
      call.method === 'HEAD' && check.found ? undefined : call.conforming.classify(check, call),
  },
  'answered-by-the-framework': {
    gateway: ({ method }) => (method === 'HEAD' ? { status: 204, headers: [], body: '' } : undefined),
  },
} satisfies Behaviours

/** Servers, or gateways, that refuse HEAD. */
export const headFreedoms = {
  'not-allowed': { methodAllowed: (method) => method === 'GET' },
  'refused-by-a-gateway': {
    gateway: ({ method }) => (method === 'HEAD' ? { status: 403, headers: [], body: '' } : undefined),
  },
} satisfies Behaviours

/** Servers that treat clients differently as HTTP, or a gateway in front, may. */
export const clientFreedoms = {
  'cors-for-any-origin': {
    extraHeaders: (call) =>
      has(call, 'origin')
        ? [
            ['Access-Control-Allow-Origin', call.header('origin')[0]!],
            ['Vary', 'Origin'],
          ]
        : [['Vary', 'Origin']],
  },
  'number-of-the-request-repeated': {
    extraHeaders: (call) => (has(call, 'x-request-id') ? [['X-Request-Id', call.header('x-request-id')[0]!]] : []),
  },
  'not-modified-with-a-key': {
    response: (response, call) => {
      if (response.status !== 200) return response
      const tag = `"${hash('sha1', response.body)}"`
      if (call.header('if-none-match').some((known) => known === '*' || known === tag))
        return { status: 304, headers: [['ETag', tag]], body: '' }
      return { ...response, headers: [...response.headers, ['ETag', tag]] }
    },
  },
  'preferences-applied': {
    response: (response, call) =>
      has(call, 'prefer', /minimal/) && response.status === 200
        ? { status: 204, headers: [['Preference-Applied', 'return=minimal']], body: '' }
        : response,
  },
  'other-hosts-not-found': {
    gateway: (call) => (has(call, 'host', /^localhost$/) ? page(404, 'no such site') : undefined),
  },
  'methods-described-by-options': {
    gateway: ({ method }) =>
      method === 'OPTIONS'
        ? { status: 200, headers: [['Allow', 'GET, OPTIONS']], body: '{"methods":["GET"]}' }
        : undefined,
  },
  'handshakes-refused': refuses(426, 'upgrade'),
  'strict-cookies': refuses(400, 'cookie', /=x; /),
  'robots-refused': refuses(403, 'user-agent', /bot|probe|HealthChecker/i),
  'encoded-queries-refused-by-a-firewall': {
    gateway: (call) => (/=\d*%3\d/.test(call.search) ? page(403) : undefined),
  },
  'routing-headers-refused': {
    gateway: (call) =>
      ['x-original-url', 'x-rewrite-url', 'x-http-method-override', 'x-forwarded-host', 'forwarded', 'x-real-ip'].some(
        (name) => has(call, name),
      )
        ? page(403)
        : undefined,
  },
  'redirected-to-https': {
    gateway: (call) =>
      has(call, 'x-forwarded-proto', /^http$/)
        ? { status: 308, headers: [['Location', 'https://api.example.com/']], body: '' }
        : undefined,
  },
  'strict-paths': { gateway: (call) => (/%[0-9a-f]{2}/i.test(call.path) ? page(404) : undefined) },
  'compressed-on-request': { contentCoding: (call) => (has(call, 'accept-encoding', /gzip/) ? 'gzip' : 'identity') },
  'parts-of-the-body': {
    response: (response, call) =>
      has(call, 'range') && response.status === 200 ? { ...response, status: 206 } : response,
  },
  'another-route-by-header': {
    gateway: (call) =>
      has(call, 'x-original-url', /health/)
        ? { status: 200, headers: [['Content-Type', 'application/json']], body: '{"status":"ok"}' }
        : undefined,
  },
} satisfies Readonly<Record<string, Freedom>>
