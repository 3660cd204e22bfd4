import { trial } from '../../../src/core/rule.ts'
import { refusesSupplied } from '../../shared/refused-keys.ts'
import { surface } from '../api.ts'
import { validRequests } from '../support/valid-requests.ts'

export default trial({
  level: 'stated',
  title: 'An expired key gets 401',
  clauses: ['3.expire.401', '5.2.expired', '7.401.any'],
  tried: 'GET of every endpoint with the expired key, with valid queries.',
  meaning: 'A key outlives its lifetime, or a client gets an error that it does not expect.',
  causes: [
    'the expiry is shown in the console but not compared on requests',
    'the expiry is compared in one middleware and not in another',
    'an expired key gets 403, as if it lacked a permission',
  ],
  needs: ['key', 'key:expired'],
  after: ['b.auth.missing-key'],
  faults: {
    accepted: { keyExpired: () => false },
    'accepted-at-datasets': {
      keyExpired: (key, now, call) => call.endpoint !== 'datasets' && call.lawful.keyExpired(key, now, call),
    },
    'a-week-of-grace': {
      keyExpired: (key, now, call) => call.lawful.keyExpired(key, now - 7 * 86_400_000, call),
    },
    forbidden: { refusalStatus: (failure) => (failure === 'expired' ? 403 : 401) },
  },
  ...refusesSupplied(surface, validRequests([5, 13, 13]), 'expired'),
})
