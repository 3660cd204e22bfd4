import { invariant } from '../../../src/core/rule.ts'
import {
  neverRefused,
  neverRefusedFaults,
  neverRefusedFreedoms,
  neverRefusedQuickMisses,
} from '../../shared/never-refused.ts'
import { surface } from '../api.ts'
import { validRequests } from '../support/valid-requests.ts'

export default invariant({
  level: 'implied',
  severity: 'error',
  since: 4,
  title: 'A valid request with an active key that has the scope and the module never gets 401 or 403',
  clauses: ['5.5', '5.6', '7.401', '7.403'],
  derivation:
    'The reference lists what gets 401 and 403, and none of it applies to an active key with the scope, of a company with the module.',
  needs: ['key'],
  after: ['a.auth.api-key-accepted', 'a.auth.bearer-accepted'],
  follows: ['a.auth.no-session', 'a.clients.same-result', 'a.clients.steady', 'a.auth.forms-equivalent'],
  ...neverRefused,
  cases: {
    ...validRequests([1, 7, 7]),
    request: ({ by, query }, target) => surface.request(target, { by }, undefined, query),
  },
  faults: neverRefusedFaults,
  quickMisses: neverRefusedQuickMisses,
  freedoms: neverRefusedFreedoms,
})
