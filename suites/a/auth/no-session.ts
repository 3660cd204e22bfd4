import type { Exchange, Req } from '../../../src/core/exchange.ts'
import { isSuccess } from '../../../src/core/exchange.ts'
import { noCredential } from '../../../src/core/key-format.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { explained, type Finding, headlined, trial, violation } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { cookieHeader } from '../../shared/cookie-header.ts'
import {
  interleavedFaults,
  interleavedQuickMisses,
  interleaveKeys,
  isRefused,
  judgeInterleaved,
} from '../../shared/interleaved-keys.ts'
import { surface, users } from '../api.ts'
import { type ValidRequest, validRequests } from '../support/valid-requests.ts'

interface Case extends ValidRequest {
  /** Sends the active key and other keys in turns instead. */
  readonly interleaved?: true
}

interface Evidence {
  /** The same key in the same header at another time. */
  readonly good: Exchange
  readonly signedIn: Exchange
  /** Without a key, over the same connection. */
  readonly after: Exchange
  /** Without a key, with the cookies; where there were any. */
  readonly replay?: Exchange
}

const valid = validRequests([2, 9, 21])

export default trial<Case, Evidence | readonly Exchange[]>({
  level: 'stated',
  title: 'A request leaves nothing behind that changes how another request is authenticated',
  clauses: ['1.no-sessions', '1.only-credential'],
  tried:
    'After an authenticated request, one without a key over the same connection, then one with the cookies that the response set. A response without cookies leaves nothing to send back. The active key, a revoked key or a wrong secret, and a key without the scope in turns over one connection: the active key keeps working.',
  meaning: 'A request without a key reads the users, for as long as a session lasts that cannot be revoked.',
  causes: [
    'the web framework starts a session for each authenticated user by default',
    'the API shares its login middleware with a web application',
    'a proxy authenticates the connection and not the request',
    'a variable of the thread or process keeps the last key, its scopes or the last refusal, and is not reset between requests',
  ],
  needs: ['key'],
  after: ['a.auth.missing-key'],
  cases: {
    ...valid,
    first: [...(valid.first as readonly Case[]), { by: 'X-Api-Key', query: {}, interleaved: true }],
  },
  async send({ by, query, interleaved }, tools) {
    if (interleaved) return interleaveKeys(surface, { by }, tools)
    const { target, get, inSequence } = tools
    const good = await tools.good(surface.request(target, { by }))
    const authenticated = surface.request(target, { by }, undefined, query)
    const [signedIn, after] = (await inSequence([authenticated, anonymous(target)])) as [Exchange, Exchange]
    const cookie = isSuccess(signedIn) ? cookieHeader([signedIn], target.keys.active) : undefined
    if (cookie === undefined) return { good, signedIn, after }
    const headers = [['Cookie', cookie]] as const
    return { good, signedIn, after, replay: await get({ ...anonymous(target), headers }) }
  },
  judge(evidence) {
    if (!('signedIn' in evidence)) return judgeInterleaved(evidence)
    const { good, signedIn, after, replay } = evidence
    for (const [x, how] of [
      [after, 'after an authenticated request over the same connection'],
      [replay, 'with the cookies of an authenticated response'],
    ] as const)
      if (x && x.response!.status !== 401)
        return headlined(
          `${isSuccess(x) ? 'The server accepted a request without a key' : 'A request without a key got another status than 401'} ${how}: ${requestLine(x.req)} returned ${responseSummary(x)}`,
          violation('401', responseSummary(x), signedIn, x),
        )
    return isSuccess(good) && isRefused(signedIn) ? refusedNowAndThen(good, signedIn) : undefined
  },
  faults: {
    ...interleavedFaults,
    'session-cookie': {
      setCookies: (call) => [`session=${call.key?.keyId}; HttpOnly; Path=/`],
      sessionKeyId: (call) => call.cookie('session'),
    },
    'session-by-bearer-only': {
      setCookies: (call) => (call.form === 'bearer' ? [`sid=${call.key?.keyId}; Secure; HttpOnly`] : []),
      sessionKeyId: (call) => call.cookie('sid'),
    },
    'random-token-among-other-cookies': {
      setCookies: (call) => {
        const token = `t${call.n}.${Math.trunc(call.now)}`
        call.memory.set(`session ${token}`, call.key?.keyId)
        return ['lb=w2; Path=/', `__Host-auth="${token}"; SameSite=Lax`]
      },
      sessionKeyId: (call) =>
        call.memory.get(`session ${call.cookie('__Host-auth')?.replaceAll('"', '')}`) as string | undefined,
    },
    'remembers-the-key-in-a-cookie': {
      setCookies: (call) => [`api=${call.header('x-api-key')[0] ?? ''}`],
      credentialSources: (call) => [...call.conforming.credentialSources(call), { in: 'cookie', name: 'api' }],
    },
  },
  quickMisses: interleavedQuickMisses,
})

const anonymous = (target: Target): Req => users(target, {}, noCredential)

/** Requests of other cases may come between those of one connection: each request with the active key counts. */
function refusedNowAndThen(good: Exchange, x: Exchange): Finding {
  return headlined(
    `The server rejected the active key while the same client also sent requests without a valid key: ${requestLine(x.req)} returned ${responseSummary(x)}`,
    explained(
      violation(`${good.response!.status}, as at other times`, responseSummary(x), good, x),
      'A client with a valid key is refused now and then.',
      'a variable of the thread or process keeps the last refusal',
      'a proxy authenticates the connection and not the request',
    ),
  )
}
