import type { Behaviour, Call, Failure } from '../../reference-server/behaviour.ts'
import type { Exchange } from '../../src/core/exchange.ts'
import { isSupplied, keysInRequest } from '../../src/core/keys-in-request.ts'
import { requestLine } from '../../src/core/request-text.ts'
import { headlined, type Invariant, type Rule, violation } from '../../src/core/rule.ts'
import { responseSummary } from '../../src/judge/response-summary.ts'

/** Other characters may make a firewall refuse a request. */
const PLAIN = /^[\w:.+-]*$/

const isPlain = ({ req, headers, url }: Exchange): boolean =>
  req.endpoint !== null &&
  !req.open &&
  req.credential.headers.length === 1 &&
  (req.method ?? 'GET') === 'GET' &&
  (req.query ?? []).every(([, value]) => typeof value === 'string' && PLAIN.test(value)) &&
  keysInRequest({ url, headers }).every(isSupplied)

/** The part of a rule that judges whether a documented request with the supplied active key is refused, however rarely. */
export const neverRefused = {
  tried:
    'Every documented request of the run with the supplied active key, whichever rule sent it. A key that was created in the run is judged elsewhere, and so are a second credential beside the key and values with characters that a firewall may refuse.',
  meaning: 'An integration with a valid key fails now and then, or for some requests.',
  causes: [
    'a variable, a connection or a cache keeps the key, the scopes or the refusal of another request',
    'one of several servers or replicas does not know the key',
    'the key store is slow or unreachable at times, and that is treated as a bad key',
  ],
  applies: (x) => x.response !== undefined && x.req.credential.class === 'active' && isPlain(x),
  judge(x) {
    const { status } = x.response!
    if (status !== 401 && status !== 403) return undefined
    return headlined(
      `The server refused the active key: ${requestLine(x.req)} returned ${status}`,
      violation('a response other than 401 and 403', responseSummary(x), x),
    )
  },
} satisfies Pick<Rule & Invariant, 'tried' | 'meaning' | 'causes' | 'applies' | 'judge'>

/** The active key is refused, as if it were bad. */
const refusedIf = (isRefused: (call: Call) => boolean, as: Failure = 'unknown'): Partial<Behaviour> => ({
  classify: (check, call) => call.conforming.classify(check, call) ?? (isRefused(call) ? as : undefined),
})

/** Of a size that the rules before do not request. */
const isSecondPage = (call: Call): boolean =>
  call.form === 'x-api-key' && call.query('page')[0] === '2' && /size=10|per_page=7\b/.test(call.search)

// Rarer ones need the requests of a whole run: `a.auth.no-session/scopes-of-the-request-before` is one.
export const neverRefusedFaults = {
  'second-page-as-if-revoked': refusedIf(isSecondPage, 'revoked'),
  'second-page-without-the-scope': {
    scopeHeld: (key, scope, call) => call.conforming.scopeHeld(key, scope, call) && !isSecondPage(call),
  },
} satisfies Readonly<Record<string, Partial<Behaviour>>>

const WHY = 'quick depth sends few requests'
export const neverRefusedQuickMisses = {
  'second-page-as-if-revoked': WHY,
  'second-page-without-the-scope': WHY,
} satisfies Record<keyof typeof neverRefusedFaults, string>

export const neverRefusedFreedoms = {
  'limited-now-and-then': {
    gateway: (call) =>
      call.n % 40 === 39
        ? {
            status: 429,
            headers: [['Retry-After', '0']],
            body: '{"error":{"code":"too_many_requests","message":"Slow down","status":429}}',
          }
        : undefined,
  },
} satisfies Readonly<Record<string, Partial<Behaviour>>>
