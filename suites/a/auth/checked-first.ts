import fc from 'fast-check'
import { caseText } from '../../../src/core/case-text.ts'
import type { Exchange } from '../../../src/core/exchange.ts'
import type { Json } from '../../../src/core/json.ts'
import { keysInRequest } from '../../../src/core/keys-in-request.ts'
import { credentialText, requestText } from '../../../src/core/request-text.ts'
import { headlined, trial, unclear, violation } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { badCredential, type Failure, failureInWords } from '../../shared/credential-failures.ts'
import { FORMS, headerOf, type Query, surface, users, type Way } from '../api.ts'
import { failures } from '../support/credential-failures.ts'
import { anyInvalidQuery, invalidQueries } from '../support/invalid-queries.ts'

interface Case extends Way {
  readonly failure: Failure
  readonly query: Query
}

interface Evidence {
  readonly invalid: Exchange
  /** The same credential with valid parameters; sent only if it matters. */
  readonly alone?: Exchange
}

const samples = (target: Target): Failure[] => [0, 1, 2].flatMap((i) => failures(target, i))

/** Every class meets every parameter, by the form that takes its turn. A missing key has no form: it is none of the first. */
const first = (target: Target): Case[] => {
  const [one, missing, ...others] = failures(target) as [Failure, Failure, ...Failure[]]
  const classes = [one, ...others, missing]
  const many = invalidQueries.length + classes.length
  return Array.from({ length: many }, (_, i) => ({
    by: FORMS[i % 2]!,
    failure: classes[(i + Math.floor(i / classes.length)) % classes.length]!,
    query: invalidQueries[i % invalidQueries.length]!,
  }))
}

export default trial({
  level: 'stated',
  title: 'A bad credential gets 401 even if the request has other errors',
  clauses: ['5.5'],
  tried: 'Each failure class via both headers, together with an invalid page, per_page or updated_since.',
  meaning: 'A client with a bad key gets an error about a parameter, and does not learn that its key is bad.',
  causes: [
    'parameters are validated by the router, before the handler that authenticates',
    'one parameter is parsed early, for a cache key or a log line',
    'one check of the key (its secret or state) comes after the validation',
  ],
  needs: ['key'],
  eager: true,
  after: [
    'a.auth.missing-key',
    'a.auth.malformed-key',
    'a.auth.unknown-key',
    'a.auth.wrong-secret',
    'a.auth.revoked-key',
    'a.auth.expired-key',
    'a.auth.disabled-key',
  ],
  cases: {
    first,
    any: (target) =>
      fc.record({
        by: fc.constantFrom(...FORMS),
        failure: fc.constantFrom(...samples(target)),
        query: anyInvalidQuery,
      }),
    count: [3, 24, 200],
    inWords: ({ by, failure, query }) => `${caseText(query as Json)}, with ${failureInWords(failure)} by ${by}`,
  },
  async send({ by, failure, query }: Case, tools): Promise<Evidence> {
    const { target, get, once } = tools
    await tools.good(surface.request(target, { by }))
    const credential = badCredential(target, failure, headerOf(by))
    const invalid = await get(users(target, query, credential))
    if (invalid.response?.status === 401) return { invalid }
    return { invalid, alone: await once(users(target, {}, credential)) }
  },
  judge({ invalid, alone }) {
    if (!alone) return undefined
    if (alone.response!.status !== 401) {
      const [setting] = keysInRequest(alone)
      const key = `${credentialText(alone.req.credential)}${setting ? ` (${setting})` : ''}`
      return unclear(`${key} gets ${responseSummary(alone)} with valid parameters too, not 401`)
    }
    return headlined(
      `The server checks parameters before the key: ${requestText(invalid.req)} returned ${responseSummary(invalid)}`,
      violation('401, as with valid parameters', responseSummary(invalid), alone, invalid),
    )
  },
  faults: {
    'validated-first': { order: () => ['query', 'credential', 'permission', 'method', 'lookup'] },
    'validated-first-by-bearer': {
      order: (call) =>
        call.header('authorization').length > 0
          ? ['query', 'credential', 'permission', 'method', 'lookup']
          : call.conforming.order(call),
    },
    'timestamp-parsed-early': {
      gateway: (call) => {
        const since = call.query('updated_since')[0]
        const bad = since !== undefined && Number.isNaN(Date.parse(since))
        return bad ? { status: 400, headers: [], body: '{"error":{"code":"bad_timestamp"}}' } : undefined
      },
    },
    'per-page-zero-divides': {
      gateway: (call) =>
        call.query('per_page')[0] === '0' ? { status: 500, headers: [], body: 'division by zero' } : undefined,
    },
    'page-checked-by-the-router': {
      order: (call) =>
        /^-?\d+$/.test(call.query('page')[0] ?? '1')
          ? call.conforming.order(call)
          : ['query', 'credential', 'permission', 'method', 'lookup'],
    },
    'secret-compared-last': {
      refusalStatus: (failure, call) =>
        failure === 'wrong-secret' && /(page=(0|-|abc)|=yesterday)/.test(call.search) ? 400 : 401,
    },
  },
})
