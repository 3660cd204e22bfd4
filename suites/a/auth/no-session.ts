import type { Exchange, Req } from '../../../src/core/exchange.ts'
import { isSuccess } from '../../../src/core/exchange.ts'
import { noCredential } from '../../../src/core/key-format.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { explained, type Finding, headlined, moved, trial, violation } from '../../../src/core/rule.ts'
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
import { grewThrough, sameResponse } from '../support/same-response.ts'
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
  /** With the key, without and with the cookies in turns, until two agree. */
  readonly turns?: readonly Exchange[]
}

const valid = validRequests([2, 9, 21])

export default trial<Case, Evidence | readonly Exchange[]>({
  level: 'stated',
  title: 'No cookie and no earlier request changes how a request is authenticated, or what it reads',
  clauses: ['1.no-sessions', '1.only-credential'],
  tried:
    'After an authenticated request, one without a key over the same connection, then one with the cookies that the response set, and one with these and the key, which reads the same as without them. A response without cookies leaves nothing to send back. The active key, a revoked key or a wrong secret, and a key without the scope in turns over one connection: the active key keeps working.',
  meaning: 'A request without a key reads the users, also after the key was revoked if the session outlives it.',
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
    const replay = await get({ ...anonymous(target), headers })
    if (tools.depth === 'quick' || Object.keys(query).length === 0) return { good, signedIn, after, replay }
    const plain = surface.request(target, { by }, undefined, {})
    const turns: Exchange[] = []
    while (turns.length < TURNS && !(turns.length === 2 && isAlike(turns)))
      turns.push(await get(turns.length % 2 === 0 ? plain : { ...plain, headers }))
    return { good, signedIn, after, replay, turns }
  },
  judge(evidence) {
    if (!('signedIn' in evidence)) return judgeInterleaved(evidence)
    const { good, signedIn, after, replay, turns = [] } = evidence
    for (const [x, how] of [
      [after, 'after an authenticated request over the same connection'],
      [replay, 'with the cookies of an authenticated response'],
    ] as const)
      if (x && x.response!.status !== 401)
        return headlined(
          `${isSuccess(x) ? 'The server accepted a request without a key' : 'A request without a key got another status than 401'} ${how}: ${requestLine(x.req)} returned ${responseSummary(x)}`,
          violation('401', responseSummary(x), signedIn, x),
        )
    const changed = cookiesMatter(signedIn, turns)
    if (changed) return changed
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
    'size-of-the-page-in-a-cookie': {
      setCookies: (call) => {
        const [size = call.cookie('size')] = call.query('per_page')
        return call.key && /^\d{1,2}$/.test(size ?? '') ? [`size=${size}; Path=/`] : []
      },
      parameter: (name, call) =>
        call.conforming.parameter(name, call) ?? (name === 'per_page' ? call.cookie('size') : undefined),
    },
    'remembers-the-key-in-a-cookie': {
      setCookies: (call) => [`api=${call.header('x-api-key')[0] ?? ''}`],
      credentialSources: (call) => [...call.conforming.credentialSources(call), { in: 'cookie', name: 'api' }],
    },
  },
  quickMisses: {
    ...interleavedQuickMisses,
    'size-of-the-page-in-a-cookie': 'quick depth sends no cookies with a valid key',
  },
  freedoms: {
    'cookies-that-say-nothing': { setCookies: (call) => [`seen=${call.n}; Path=/`, 'locale=en'] },
    'new-users-and-a-session-of-the-balancer': {
      setCookies: (call) => [`lb=w${call.worker}; Path=/`],
      userEveryMs: () => 40,
    },
  },
})

const TURNS = 5

const isAlike = ([one, other]: readonly Exchange[]): boolean =>
  sameResponse(one!, other!) || grewThrough([one!, other!])

/** A difference that comes with the cookies each time, and is no change of the data. */
function cookiesMatter(signedIn: Exchange, turns: readonly Exchange[]): Finding | undefined {
  const [plain, kept, again, keptAgain, last] = turns
  if (!last) return undefined
  const steady = sameResponse(plain!, again!) && sameResponse(again!, last) && sameResponse(kept!, keptAgain!)
  if (!steady) return moved('the responses to the same request differ')
  return headlined(
    `With the cookies of an earlier response, a valid key gets ${responseSummary(kept!)} instead of ${responseSummary(plain!)}: ${requestLine(kept!.req)}`,
    explained(
      violation(`${responseSummary(plain!)}, as without cookies`, responseSummary(kept!), signedIn, plain!, kept!),
      'A client that keeps cookies, as browsers and many libraries do, reads other data than one that does not.',
      'a session or a cookie keeps the page size, a filter or another choice of an earlier request',
    ),
  )
}

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
