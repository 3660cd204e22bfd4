import { trial } from '../../../src/core/rule.ts'
import { IN_FRONT, refusesSupplied, STALE, STATE_IGNORED } from '../../shared/refused-keys.ts'
import { surface } from '../api.ts'
import { validRequests } from '../support/valid-requests.ts'

export default trial({
  level: 'stated',
  title: 'A revoked key gets 401',
  clauses: ['3.revoke', '5.2.revoked', '7.401.any'],
  tried: 'GET of every endpoint with the revoked key, with valid queries.',
  meaning: 'A leaked key still reads data after its revocation.',
  causes: [STATE_IGNORED, STALE, IN_FRONT],
  needs: ['key', 'key:revoked'],
  after: ['b.auth.missing-key'],
  faults: {
    accepted: { keyRevoked: () => false },
    'accepted-at-company': { keyRevoked: (key, _now, call) => key.state === 'revoked' && call.endpoint !== 'company' },
    forbidden: { refusalStatus: (failure) => (failure === 'revoked' ? 403 : 401) },
    'gone-at-rows': {
      refusalStatus: (failure, call) => (failure === 'revoked' && call.endpoint === 'rows' ? 410 : 401),
    },
  },
  ...refusesSupplied(surface, validRequests([5, 13, 13]), 'revoked'),
})
