import fc from 'fast-check'
import { whole } from '../../../src/core/key-format.ts'
import { trial } from '../../../src/core/rule.ts'
import { users } from '../api.ts'
import { accepted, withPlain } from '../support/key-accepted.ts'
import { anyValidQuery, type ValidQuery } from '../support/valid-queries.ts'

interface Case {
  readonly header: string
  readonly query: ValidQuery
}

export default trial({
  level: 'stated',
  title: 'An active key in X-Api-Key authenticates',
  clauses: [
    '1.intro.credential',
    '1.intro.base-path',
    '4.users',
    '4.users.request-body',
    '5.2',
    '9.version',
    '1.public-api',
  ],
  tried: 'GET /users with valid queries, and with the header name in several letter cases, which HTTP treats alike.',
  meaning: 'A client with a valid key in the primary header is rejected.',
  causes: [
    'the header is compared in one letter case only',
    'a gateway passes the header on for some paths or queries only',
    'one of several servers does not know the key',
  ],
  needs: ['key'],
  cases: {
    first: [
      { header: 'x-api-key', query: {} },
      { header: 'X-Api-Key', query: { page: 1, per_page: 1 } },
      { header: 'X-API-KEY', query: { updated_since: '2024-06-15T12:00:00Z' } },
      { header: 'X-Api-Key', query: {} },
      { header: 'X-API-KEY', query: {} },
      { header: 'X-Api-Key', query: { per_page: 100 } },
      { header: 'x-aPI-kEY', query: {} },
      // If no user was updated since, the response is a page without records.
      { header: 'X-Api-Key', query: { updated_since: '2024-12-31T23:59:59.999Z' } },
    ],
    any: (target) =>
      fc.record({
        header: fc.constantFrom('X-Api-Key', 'x-api-key', 'X-API-KEY', 'X-API-Key', 'x-Api-key', 'X-api-Key'),
        query: anyValidQuery(target),
      }),
    count: [3, 12, 60],
  },
  async send({ header, query }: Case, tools) {
    const key = whole(tools.target.keys.active)
    const credential = { class: 'active', form: 'x-api-key', headers: [[header, key]] } as const
    return withPlain(await tools.sparingly(users(tools.target, { ...query }, credential)), tools)
  },
  judge: ({ x, plain }, { header }) =>
    accepted(x, header === 'X-Api-Key' ? `in ${header}` : `in a header spelled ${header}`, plain),
  faults: {
    'one-letter-case': {
      headerNamed: (actual, wanted) => actual === wanted.replace(/\b[a-z]/g, (c) => c.toUpperCase()),
    },
    'lower-case-only': {
      headerNamed: (actual, wanted, call) =>
        wanted === 'x-api-key'
          ? /^(X-Api-Key|x-api-key)$/.test(actual)
          : call.conforming.headerNamed(actual, wanted, call),
    },
    'not-with-a-query': {
      classify: (check, call) =>
        call.search !== '' && call.form === 'x-api-key' ? 'missing' : call.conforming.classify(check, call),
    },
    'not-with-updated-since': {
      scopeHeld: (key, scope, call) =>
        call.query('updated_since').length === 0 && call.conforming.scopeHeld(key, scope, call),
    },
    'one-worker-does-not-know-it': {
      classify: (check, call) =>
        call.worker === 3 && call.form === 'x-api-key' ? 'unknown' : call.conforming.classify(check, call),
    },
  },
  quickMisses: {
    'one-worker-does-not-know-it': 'a few requests may all miss one worker of four',
  },
})
