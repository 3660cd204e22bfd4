import { trial } from '../../../src/core/rule.ts'
import { refusesSupplied } from '../../shared/refused-keys.ts'
import { surface } from '../api.ts'
import { fromClients, validRequests } from '../support/valid-requests.ts'

export default trial({
  level: 'stated',
  title: 'An expired key gets 401',
  clauses: ['2.key.expires_at.401', '3.expire.401', '7.401.expired'],
  tried: 'GET /users with the expired key via both headers, with valid queries, from different clients.',
  meaning: 'A key keeps working after its expiry.',
  causes: [
    'the check of a key leaves out the expiry, or compares it wrongly: by its date, as text, in other units, with a grace period, or by a job that runs later',
  ],
  needs: ['key', 'key:expired'],
  after: ['a.auth.missing-key'],
  faults: {
    'accepted-from-apps-that-update-late': {
      keyExpired: (key, now, call) =>
        !/CFNetwork|Dart/.test(call.header('user-agent')[0] ?? '') && call.conforming.keyExpired(key, now, call),
    },
    accepted: { keyExpired: () => false },
    'some-days-of-grace': {
      keyExpired: (key, now) => key.expiresAt !== undefined && now >= key.expiresAt + 7 * 86_400_000,
    },
    'seconds-for-milliseconds': {
      keyExpired: (key, now) => key.expiresAt !== undefined && now / 1000 >= key.expiresAt,
    },
    'accepted-by-bearer': {
      keyExpired: (key, now, call) => call.form !== 'bearer' && call.conforming.keyExpired(key, now, call),
    },
    'one-worker-has-another-clock': {
      keyExpired: (key, now, call) => call.worker !== 1 && call.conforming.keyExpired(key, now, call),
    },
    forbidden: { refusalStatus: (failure) => (failure === 'expired' ? 403 : 401) },
    'other-status-by-bearer': {
      refusalStatus: (failure, call) => (failure === 'expired' && call.form === 'bearer' ? 419 : 401),
    },
  },
  quickMisses: {
    'one-worker-has-another-clock': 'four requests among others may all miss one of four workers',
  },
  ...refusesSupplied(surface, fromClients(validRequests([3, 11, 40])), 'expired'),
})
