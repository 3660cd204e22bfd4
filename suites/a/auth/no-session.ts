import type { Exchange, Req } from '../../../src/core/exchange.ts'
import { isSuccess } from '../../../src/core/exchange.ts'
import { noCredential } from '../../../src/core/key-format.ts'
import { trial, violation } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { cookieOf } from '../../shared/cookies.ts'
import { surface, users } from '../api.ts'
import { type ValidRequest, validRequests } from '../support/valid-requests.ts'

interface Evidence {
  readonly signedIn: Exchange
  /** Without a key, over the same connection. */
  readonly after: Exchange
  /** Without a key, with the cookies; where there were any. */
  readonly replay?: Exchange
}

export default trial({
  level: 'stated',
  title: 'An authenticated request leaves no session that authenticates another request',
  clauses: ['1.no-sessions', '1.only-credential'],
  tried:
    'After an authenticated request, one without a key over the same connection, then one with the cookies that the response set. A response without cookies leaves nothing to send back.',
  meaning: 'A request is accepted without its key, for as long as a session lasts that nobody can revoke.',
  causes: [
    'the web framework starts a session for each authenticated user by default',
    'the API shares its login middleware with a web application',
    'a proxy authenticates the connection and not the request',
  ],
  needs: ['key'],
  after: ['a.auth.missing-key'],
  cases: validRequests([2, 8, 20]),
  async send({ by, query }: ValidRequest, tools): Promise<Evidence> {
    const { target, get, inTurn } = tools
    await tools.good(surface.request(target, { by }))
    const authenticated = surface.request(target, { by }, undefined, query)
    const [signedIn, after] = (await inTurn([authenticated, anonymous(target)])) as [Exchange, Exchange]
    const cookie = isSuccess(signedIn) ? cookieOf([signedIn], target.keys.active) : undefined
    if (cookie === undefined) return { signedIn, after }
    const headers = [['Cookie', cookie]] as const
    return { signedIn, after, replay: await get({ ...anonymous(target), headers }) }
  },
  judge({ signedIn, after, replay }) {
    for (const [x, how] of [
      [after, 'after an authenticated request over the same connection'],
      [replay, 'with the cookies of an authenticated response'],
    ] as const)
      if (x && x.response!.status !== 401)
        return violation(`401 to a request without a key ${how}`, responseSummary(x), signedIn, x)
    return undefined
  },
  faults: {
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
      credentialSources: (call) => [...call.lawful.credentialSources(call), { in: 'cookie', name: 'api' }],
    },
  },
})

const anonymous = (target: Target): Req => users(target, {}, noCredential)
