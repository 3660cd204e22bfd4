import { trial } from '../../../src/core/rule.ts'
import { activeBearer, users } from '../api.ts'
import { accepted } from '../support/key-accepted.ts'
import { anyValidQuery, type ValidQuery } from '../support/valid-queries.ts'

const FIRST: readonly ValidQuery[] = [
  {},
  { updated_since: '2024-06-15T12:00:00Z' },
  { page: 1, per_page: 1 },
  { per_page: 100 },
]

export default trial({
  level: 'stated',
  title: 'An active key in Authorization: Bearer authenticates',
  clauses: ['1.intro.credential', '5.3'],
  tried: 'GET /users with the key in the alternative header only, with valid queries.',
  meaning: 'A client that sends its key as a Bearer token, as many HTTP libraries do, is rejected.',
  causes: [
    'only X-Api-Key is read',
    'the token is expected to be a JWT, or under another scheme',
    'a proxy strips Authorization',
  ],
  needs: ['key'],
  cases: { first: FIRST, any: anyValidQuery, count: [2, 16, 60] },
  send: (query, { target, sparingly }) => sparingly(users(target, { ...query }, activeBearer(target))),
  judge: (x) => accepted(x, 'in Authorization: Bearer'),
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
