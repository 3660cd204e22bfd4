import type { Credential, Exchange } from '../../../src/core/exchange.ts'
import { noCredential } from '../../../src/core/key-format.ts'
import { type Tools, trial, unclear } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { cookieOf } from '../../shared/cookies.ts'
import { notRefused } from '../../shared/refused-keys.ts'
import { call, type EndpointName, reachable } from '../api.ts'

interface Case {
  /** What is reused from the authenticated response: its cookies or its connection. */
  readonly by: 'cookie' | 'connection'
  readonly from: EndpointName
  readonly to: EndpointName
}

function first(target: Target): Case[] {
  const [one, ...others] = reachable(target)
  const same = [one!, ...others].map((name): Case => ({ by: 'cookie', from: name, to: name }))
  const crossed = others.flatMap((name): Case[] => [
    { by: 'cookie', from: one!, to: name },
    { by: 'cookie', from: name, to: one! },
    { by: 'connection', from: one!, to: name },
  ])
  return [{ by: 'connection', from: one!, to: one! }, ...same, ...crossed]
}

async function send({ by, from, to }: Case, tools: Tools): Promise<Exchange[]> {
  const { target } = tools
  await tools.good(call(target, to))
  if (by === 'connection') {
    return tools.inTurn([call(target, from), call(target, to, {}, { credential: noCredential })])
  }
  const answer = await tools.good(call(target, from))
  const cookies = cookieOf([answer], target.keys.active)
  if (cookies === undefined) return [answer]
  const credential: Credential = {
    class: 'misplaced',
    form: 'other',
    headers: [['Cookie', cookies]],
    note: 'no key, and the cookies of an authenticated response',
  }
  return [answer, await tools.get(call(target, to, {}, { credential }))]
}

const REMEMBERS = /_([0-9a-f]{16})_[0-9a-f]{64}$/i

export default trial<Case, Exchange[]>({
  level: 'stated',
  title: 'Neither cookies nor the connection of an authenticated response authenticate a later request',
  clauses: ['1.no-sessions'],
  tried:
    'Cookies that an endpoint sets are sent back without the key, and a request without the key follows an authenticated one over the same connection: both get 401.',
  meaning:
    'A request is accepted for a key that it does not carry, which may be revoked by then, or belong to another client.',
  causes: [
    'the session middleware of the web application also runs here',
    'a proxy keeps the identity with the connection',
  ],
  needs: ['key'],
  after: ['b.auth.missing-key'],
  faults: {
    'session-cookie': {
      setCookies: (call) => [`sid=${call.key?.keyId}; Path=/; HttpOnly`],
      sessionKeyId: (call) => call.cookie('sid'),
    },
    'session-of-the-company-endpoint': {
      setCookies: (call) => (call.endpoint === 'company' ? [`sid=${call.key?.keyId}; Path=/`] : []),
      sessionKeyId: (call) => call.cookie('sid'),
    },
    'session-at-rows': {
      setCookies: (call) => ['lb=3; Path=/', `sid=${call.key?.keyId}; Path=/`],
      sessionKeyId: (call) => (call.endpoint === 'rows' ? call.cookie('sid') : undefined),
    },
    'key-in-a-cookie': {
      setCookies: (call) => [`key=${call.header('x-api-key')[0]}`],
      sessionKeyId: (call) => REMEMBERS.exec(call.cookie('key') ?? '')?.[1],
    },
  },
  freedoms: {
    'load-balancer-cookie': { extraHeaders: (call) => [['Set-Cookie', `lb=w${call.worker}; Path=/`]] },
    'cookie-that-says-nothing': { setCookies: (call) => [`seen=${call.n}; Path=/`, 'locale=en'] },
  },
  cases: { first, count: [6, 18, 18] },
  send,
  judge([answer, later]) {
    if (!answer?.response) return unclear(`an authenticated request got no response: ${answer?.problem?.message}`)
    if (!later) return undefined
    return later.response
      ? notRefused({ good: answer, bad: later })
      : unclear(`a request got no response: ${later.problem?.message}`)
  },
})
