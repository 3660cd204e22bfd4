import { invariant } from '../../../src/core/rule.ts'
import {
  neverRefused,
  neverRefusedFaults,
  neverRefusedFreedoms,
  neverRefusedQuickMisses,
} from '../../shared/never-refused.ts'
import { call } from '../api.ts'
import { everyRequest } from '../support/valid-requests.ts'

export default invariant({
  level: 'implied',
  severity: 'error',
  since: 4,
  title: 'A valid request with an active key never gets 401 or 403',
  clauses: ['5.2', '5.3', '7.401', '7.403'],
  derivation: 'The reference names what gets 401 and 403. An active key with the scope is none of it.',
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
  quickMisses: neverRefusedQuickMisses,
  freedoms: neverRefusedFreedoms,
})
