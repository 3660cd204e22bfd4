import { trial } from '../../../src/core/rule.ts'
import { IN_FRONT, refusesSupplied, STALE, STATE_IGNORED } from '../../shared/refused-keys.ts'
import { surface } from '../api.ts'
import { fromClients, validRequests } from '../support/valid-requests.ts'

export default trial({
  level: 'stated',
  title: 'A revoked key gets 401',
  clauses: ['3.revoke', '7.401.revoked'],
  tried: 'GET /users with the revoked key via both headers, with valid queries, from different clients.',
  meaning: 'A leaked key that was revoked still reads the users.',
  causes: [STATE_IGNORED, STALE, IN_FRONT],
  needs: ['key', 'key:revoked'],
  after: ['a.auth.missing-key'],
  faults: {
    accepted: { keyRevoked: () => false },
    'accepted-by-bearer': { keyRevoked: (key, _now, call) => key.state === 'revoked' && call.form !== 'bearer' },
    'accepted-with-updated-since': {
      keyRevoked: (key, _now, call) => key.state === 'revoked' && call.query('updated_since').length === 0,
    },
    'one-worker-has-not-heard': { keyRevoked: (key, _now, call) => key.state === 'revoked' && call.worker !== 2 },
    forbidden: { refusalStatus: (failure) => (failure === 'revoked' ? 403 : 401) },
    gone: { refusalStatus: (failure, call) => (failure === 'revoked' && call.form === 'x-api-key' ? 410 : 401) },
  },
  quickMisses: {
    'one-worker-has-not-heard': 'four requests among others may all miss one of four workers',
  },
  ...refusesSupplied(surface, fromClients(validRequests([3, 11, 40])), 'revoked'),
})
