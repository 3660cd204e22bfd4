import { invariant } from '../../../src/core/rule.ts'
import { neverRefused, neverRefusedFaults, neverRefusedFreedoms } from '../../shared/never-refused.ts'
import { surface } from '../api.ts'
import { validRequests } from '../support/valid-requests.ts'

const QUICK = 'quick depth sends few requests'

export default invariant({
  level: 'implied',
  severity: 'error',
  since: 4,
  title: 'A valid request with an active key never gets 401 or 403',
  clauses: ['5.5', '5.6', '7.401', '7.403'],
  derivation:
    'The reference names what gets 401 and 403. An active key with the scope, of a company with the module, is none of it.',
  tried:
    'Every documented request of the run with the supplied active key, whichever rule sent it. A key that was created in the run is judged elsewhere, and so are values with characters that a firewall may refuse.',
  meaning: 'An integration with a valid key fails now and then, or for some requests.',
  causes: [
    'a variable, a connection or a cache keeps the key, the scopes or the refusal of another request',
    'one of several servers or replicas does not know the key',
    'the key store is slow or unreachable at times, and that is treated as a bad key',
  ],
  needs: ['key'],
  after: ['a.auth.api-key-accepted', 'a.auth.bearer-accepted'],
  follows: ['a.auth.no-session', 'a.clients.same-result', 'a.clients.steady', 'a.auth.forms-equivalent'],
  ...neverRefused,
  cases: {
    ...validRequests([1, 7, 7]),
    request: ({ by, query }, target) => surface.request(target, { by }, undefined, query),
  },
  faults: neverRefusedFaults,
  quickMisses: {
    'second-page-as-if-revoked': QUICK,
    'second-page-without-the-scope': QUICK,
  },
  freedoms: neverRefusedFreedoms,
})
