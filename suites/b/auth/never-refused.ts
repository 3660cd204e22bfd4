import { invariant } from '../../../src/core/rule.ts'
import { neverRefused, neverRefusedFaults, neverRefusedFreedoms } from '../../shared/never-refused.ts'
import { call } from '../api.ts'
import { everyRequest } from '../support/valid-requests.ts'

const QUICK = 'quick depth sends few requests'

export default invariant({
  level: 'implied',
  severity: 'error',
  since: 4,
  title: 'A valid request with an active key never gets 401 or 403',
  clauses: ['5.2', '5.3', '7.401', '7.403'],
  derivation: 'The reference names what gets 401 and 403. An active key with the scope is none of it.',
  tried:
    'Every documented request of the run with the supplied active key, whichever rule sent it. A key that was created in the run is judged elsewhere, and so are values with characters that a firewall may refuse.',
  meaning: 'An integration with a valid key fails now and then, or for some requests.',
  causes: [
    'a variable, a connection or a cache keeps the key, the scopes or the refusal of another request',
    'one of several servers or replicas does not know the key',
    'the key store is slow or unreachable at times, and that is treated as a bad key',
  ],
  needs: ['key'],
  after: ['b.auth.api-key-accepted'],
  follows: ['b.auth.no-session', 'b.clients.same-result', 'b.clients.steady'],
  ...neverRefused,
  cases: {
    first: (target) => everyRequest(target).slice(0, 4),
    count: [1, 4, 4],
    request: ({ endpoint, query }, target) => call(target, endpoint, query),
  },
  faults: neverRefusedFaults,
  quickMisses: {
    'second-page-as-if-revoked': QUICK,
    'second-page-without-the-scope': QUICK,
  },
  freedoms: neverRefusedFreedoms,
})
