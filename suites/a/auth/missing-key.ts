import { noCredential, PLAIN_CLIENT } from '../../../src/core/key-format.ts'
import { trial } from '../../../src/core/rule.ts'
import { notRefused, sendPair } from '../../shared/refused-keys.ts'
import { users } from '../api.ts'
import { anyValidQuery, type ValidQuery } from '../support/valid-queries.ts'

type Case = ValidQuery | { readonly client: 'plain' }

const FIRST: readonly Case[] = [
  {},
  // All of the parameters: whichever opens a way in, it is found.
  { page: 2, per_page: 7, updated_since: '2024-06-15T12:00:00Z' },
  { per_page: 100 },
  { page: 1 },
  { page: 2, per_page: 7 },
  { client: 'plain' },
  { updated_since: '2024-06-15T12:00:00Z' },
  { per_page: 1 },
]

export default trial({
  level: 'stated',
  title: 'A request without a key gets 401',
  clauses: ['1.key-required', '5.1', '7.401.missing'],
  tried:
    'GET /users with neither header, with valid queries, and with an Accept header other than JSON. a.auth.checked-first sends invalid queries.',
  meaning: 'Anyone can read the users of the tenant.',
  causes: [
    'authentication is disabled in this deployment, or for this path',
    'a cache serves the response to an authenticated request',
    'a connection, thread or process remembers the key of the request before',
  ],
  needs: ['key'],
  after: ['a.auth.api-key-accepted'],
  cases: { first: FIRST, any: anyValidQuery, count: [2, 12, 80] },
  send(c: Case, tools) {
    const { target } = tools
    const plain = { ...users(target, {}, noCredential), headers: PLAIN_CLIENT }
    return sendPair(tools, users(target), 'client' in c ? plain : users(target, { ...c }, noCredential))
  },
  judge: notRefused,
  faults: {
    open: { classify: (check, call) => (check.presented ? call.conforming.classify(check, call) : undefined) },
    'open-beyond-page-one': {
      classify: (check, call) =>
        !check.presented && Number(call.query('page')[0] ?? 1) > 1 ? undefined : call.conforming.classify(check, call),
    },
    'open-with-updated-since': {
      classify: (check, call) =>
        !check.presented && call.query('updated_since').length > 0 ? undefined : call.conforming.classify(check, call),
    },
    'bad-request': { refusalStatus: (failure) => (failure === 'missing' ? 400 : 401) },
    forbidden: { refusalStatus: (failure) => (failure === 'missing' ? 403 : 401) },
    redirected: { refusalStatus: (failure) => (failure === 'missing' ? 302 : 401) },
    'redirected-unless-json-is-asked-for': {
      refusalStatus: (_, call) => (/json/.test(call.header('accept')[0] ?? '') ? 401 : 302),
    },
    'one-worker-open': {
      classify: (check, call) =>
        !check.presented && call.worker === 2 ? undefined : call.conforming.classify(check, call),
    },
    cached: {
      gateway: (call) => {
        const kept = `cache ${call.search}`
        const known = call.memory.get(kept)
        if (call.header('x-api-key').length > 0) call.memory.set(kept, true)
        const anonymous = call.header('x-api-key').length + call.header('authorization').length === 0
        return known && anonymous ? { status: 200, headers: [['Age', '3']], body: '{"data":[]}' } : undefined
      },
    },
  },
  quickMisses: {
    'one-worker-open': 'four requests among others may all miss one of four workers',
    'redirected-unless-json-is-asked-for': 'quick depth sends no request with an Accept header other than JSON',
  },
})
