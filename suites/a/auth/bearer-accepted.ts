import { trial } from '../../../src/core/rule.ts'
import { activeBearer, users } from '../api.ts'
import { accepted, withPlain } from '../support/key-accepted.ts'
import { anyValidQuery, type ValidQuery } from '../support/valid-queries.ts'

const FIRST: readonly ValidQuery[] = [
  {},
  { updated_since: '2024-06-15T12:00:00Z' },
  { page: 1, per_page: 1 },
  { per_page: 100 },
]

/** Without a query, the same is tried first. */
const WITH_A_QUERY = [
  'Authorization is not read where the request has a query',
  'one of several servers does not read Authorization',
  'a proxy strips Authorization',
]

export default trial({
  level: 'stated',
  title: 'An active key in Authorization: Bearer authenticates',
  clauses: ['1.intro.credential', '5.3'],
  tried: 'GET /users with the key in the alternative header only, with valid queries.',
  meaning: 'A client that sends its key as a Bearer token, as many HTTP libraries do, is rejected.',
  causes: [
    'a proxy strips Authorization',
    'only X-Api-Key is read',
    'the token is expected to be a JWT, or after another word, or after `bearer` in lower case only',
  ],
  needs: ['key'],
  cases: { first: FIRST, any: anyValidQuery, count: [2, 9, 60] },
  send: async (query, tools) =>
    withPlain(await tools.sparingly(users(tools.target, { ...query }, activeBearer(tools.target))), tools),
  judge: ({ x, plain }, query) => {
    const found = accepted(x, 'in Authorization: Bearer', plain)
    const hasQuery = Object.keys(query).length > 0
    return found?.kind === 'violation' && hasQuery ? { ...found, causes: WITH_A_QUERY } : found
  },
  faults: {
    'not-read': { credentialSources: () => [{ in: 'header', name: 'x-api-key' }] },
    'other-scheme-word': { bearerToken: (authorization) => /^Token +(.+)$/.exec(authorization)?.[1] },
    'not-with-a-query': {
      bearerToken: (authorization, call) =>
        call.search === '' ? call.conforming.bearerToken(authorization, call) : undefined,
    },
    'needs-another-scope': {
      requiredScope: (call) => (call.form === 'bearer' ? 'users:sync' : call.conforming.requiredScope(call)),
    },
    'one-worker-does-not-read-it': {
      bearerToken: (authorization, call) =>
        call.worker === 1 ? undefined : call.conforming.bearerToken(authorization, call),
    },
  },
  quickMisses: {
    'one-worker-does-not-read-it': 'two requests by Bearer meet two of four workers at most; which ones is chance',
  },
})
