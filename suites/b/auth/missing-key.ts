import { noCredential } from '../../../src/core/key-format.ts'
import { trial } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { refusesCredential } from '../../shared/refused-keys.ts'
import { reachable, surface } from '../api.ts'
import { type ValidRequest, validRequests } from '../support/valid-requests.ts'

const KEY_ID = /_([0-9a-f]{16})_[0-9a-f]{64}$/i

/** A framework may redirect clients that do not ask for JSON, or use another language, on one route or on all. */
const plainClients = (target: Target): ValidRequest[] =>
  reachable(target).map((endpoint) => ({ endpoint, query: {}, client: 'plain' }))

export default trial({
  level: 'stated',
  title: 'A request without a key gets 401',
  clauses: ['1.key-required', '4.key', '5.2.missing', '7.401.any'],
  tried:
    'GET of every endpoint without X-Api-Key, with valid queries, and as a client that does not ask for JSON. The same request with the active key works before and after.',
  meaning:
    'Anyone who knows an address of this endpoint reads it without a key, or a client without a key gets another error.',
  causes: [
    'a route was added without the authentication middleware',
    'a request without the header takes another code path than one with a bad key, and gets 403 or 400',
    'a framework redirects clients that do not ask for JSON to a login page',
    'a cache responds before the key is checked',
  ],
  needs: ['key'],
  faults: {
    forbidden: { refusalStatus: (failure) => (failure === 'missing' ? 403 : 401) },
    'bad-request-at-company': {
      refusalStatus: (failure, call) => (failure === 'missing' && call.endpoint === 'company' ? 400 : 401),
    },
    'redirected-unless-json-is-asked-for': {
      refusalStatus: (_, call) => (/json/.test(call.header('accept')[0] ?? '') ? 401 : 302),
    },
    'success-status': { refusalStatus: (failure) => (failure === 'missing' ? 200 : 401) },
    'nodes-open-to-all': {
      sessionKeyId: (call) => {
        const shown = KEY_ID.exec(call.header('x-api-key')[0] ?? '')?.[1]
        const last = call.once('somebody', () => shown)
        return shown === undefined && call.endpoint === 'nodes' ? last : undefined
      },
    },
    'with-a-query-only': {
      refusalStatus: (failure, call) => (failure === 'missing' && call.query('page').length > 0 ? 500 : 401),
    },
  },
  quickMisses: {
    'redirected-unless-json-is-asked-for': 'quick depth sends no request as a client that does not ask for JSON',
  },
  ...refusesCredential(surface, validRequests([5, 20, 20], plainClients), () => noCredential),
})
