import type { Credential, Exchange } from '../../../src/core/exchange.ts'
import { noCredential } from '../../../src/core/key-format.ts'
import { type Tools, trial, unclear } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { cookieHeader } from '../../shared/cookie-header.ts'
import {
  interleavedFaults,
  interleavedQuickMisses,
  interleaveKeys,
  judgeInterleaved,
} from '../../shared/interleaved-keys.ts'
import { notRefused } from '../../shared/refused-keys.ts'
import { call, type EndpointName, reachable, surface } from '../api.ts'

interface Case {
  /** What is reused from the authenticated response: its cookies or its connection, or that by other keys in turns. */
  readonly by: 'cookie' | 'connection' | 'interleaved'
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
  return [{ by: 'connection', from: one!, to: one! }, ...same, ...crossed, { by: 'interleaved', from: one!, to: one! }]
}

async function send({ by, from, to }: Case, tools: Tools): Promise<Exchange[]> {
  const { target } = tools
  if (by === 'interleaved') return interleaveKeys(surface, { endpoint: to }, tools)
  await tools.good(call(target, to))
  if (by === 'connection') {
    return tools.inSequence([call(target, from), call(target, to, {}, { credential: noCredential })])
  }
  const response = await tools.good(call(target, from))
  const cookies = cookieHeader([response], target.keys.active)
  if (cookies === undefined) return [response]
  const credential: Credential = {
    class: 'misplaced',
    form: 'other',
    headers: [['Cookie', cookies]],
    note: 'cookies of an earlier response instead of a key',
  }
  return [response, await tools.get(call(target, to, {}, { credential }))]
}

const REMEMBERS = /_([0-9a-f]{16})_[0-9a-f]{64}$/i

export default trial<Case, Exchange[]>({
  level: 'stated',
  title: 'No cookie and no earlier request changes how a request is authenticated',
  clauses: ['1.no-sessions'],
  tried:
    'Cookies that an endpoint sets are sent back without the key, and a request without the key follows an authenticated one over the same connection: both get 401. The active key, a revoked key or a wrong secret, and a key without the scope in turns over one connection: the active key keeps working.',
  meaning: 'A request without a key reads data, or a valid key is refused after another request.',
  causes: [
    'session cookies, a connection or a thread variable keep the identity of an earlier request',
    'the session middleware of the web application also runs here',
  ],
  needs: ['key'],
  after: ['b.auth.missing-key'],
  faults: {
    ...interleavedFaults,
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
  quickMisses: interleavedQuickMisses,
  freedoms: {
    'load-balancer-cookie': { extraHeaders: (call) => [['Set-Cookie', `lb=w${call.worker}; Path=/`]] },
    'cookie-that-says-nothing': { setCookies: (call) => [`seen=${call.n}; Path=/`, 'locale=en'] },
  },
  cases: { first, count: [6, 19, 19] },
  send,
  judge(all, { by }) {
    if (by === 'interleaved') return judgeInterleaved(all)
    const [response, later] = all
    if (!response?.response) return unclear(`an authenticated request got no response: ${response?.problem?.message}`)
    if (!later) return undefined
    return later.response
      ? notRefused({ good: response, bad: later })
      : unclear(`a request got no response: ${later.problem?.message}`)
  },
})
