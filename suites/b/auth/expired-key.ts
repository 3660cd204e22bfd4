import { trial } from '../../../src/core/rule.ts'
import { refusesSupplied } from '../../shared/refused-keys.ts'
import { surface } from '../api.ts'
import { validRequests } from '../support/valid-requests.ts'

export default trial({
  level: 'stated',
  title: 'An expired key gets 401',
  clauses: ['3.expire.401', '5.2.expired', '7.401.any'],
  tried: 'GET of every endpoint with the expired key, with valid queries.',
  meaning: 'An expired key keeps reading data.',
  causes: [
    'the check of a key leaves out the expiry, or compares it wrongly: by its date, as text, in other units, with a grace period, or by a job that runs later',
  ],
  needs: ['key', 'key:expired'],
  after: ['b.auth.missing-key'],
  faults: {
    accepted: { keyExpired: () => false },
    'accepted-at-datasets': {
      keyExpired: (key, now, call) => call.endpoint !== 'datasets' && call.conforming.keyExpired(key, now, call),
    },
    'a-week-of-grace': {
      keyExpired: (key, now, call) => call.conforming.keyExpired(key, now - 7 * 86_400_000, call),
    },
    forbidden: { refusalStatus: (failure) => (failure === 'expired' ? 403 : 401) },
  },
  ...refusesSupplied(surface, validRequests([3, 13, 13]), 'expired'),
})
