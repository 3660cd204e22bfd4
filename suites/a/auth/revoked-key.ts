import { trial } from '../../../src/core/rule.ts'
import { refusesSupplied } from '../../shared/refused-keys.ts'
import { surface } from '../api.ts'
import { validRequests } from '../support/valid-requests.ts'

export default trial({
  level: 'stated',
  title: 'a revoked key is answered 401',
  clauses: ['3.revoke', '7.401.revoked'],
  tried: 'GET /users by the revoked key in both forms, with any valid query',
  meaning: 'a leaked key that was revoked still reads the users, or a client sees an error that it does not expect',
  causes: [
    'the state of the key is not looked at on every path through the code',
    'a revoked key is answered 403, as if it lacked a permission',
    'a cache of keys outlives the revocation',
  ],
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
    'one-worker-has-not-heard': 'four requests, sent among others, may all miss one worker of four',
  },
  ...refusesSupplied(surface, validRequests([4, 12, 40]), 'revoked'),
})
