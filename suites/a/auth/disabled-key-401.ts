import { isSuccess } from '../../../src/core/exchange.ts'
import { trial, unclear } from '../../../src/core/rule.ts'
import { refusesSupplied } from '../../shared/refused-keys.ts'
import { surface } from '../api.ts'
import { fromClients, validRequests } from '../support/valid-requests.ts'

const refused = refusesSupplied(surface, fromClients(validRequests([2, 7, 20])), 'disabled', 'once')

export default trial({
  level: 'implied',
  title: 'A disabled key gets the same 401 as any other bad credential',
  clauses: ['3.disable.off', '5.5'],
  derivation:
    'A disabled key is off, which makes its use a credential failure, and every credential failure gets the same 401.',
  tried: 'GET /users with the disabled key via both headers, with valid queries, from different clients.',
  meaning: 'Anyone who holds the key learns that it exists and is only disabled.',
  causes: ['a disabled key gets 403 or 423, as if it lacked a permission', 'the check of the state throws'],
  needs: ['key', 'key:disabled'],
  after: ['a.auth.disabled-key'],
  ...refused,
  judge: (pair, ...more) =>
    isSuccess(pair.bad)
      ? unclear('the key is accepted, which a.auth.disabled-key judges')
      : refused.judge(pair, ...more),
  faults: {
    forbidden: { refusalStatus: (failure) => (failure === 'disabled' ? 403 : 401) },
    'locked-by-bearer': {
      refusalStatus: (failure, call) => (failure === 'disabled' && call.form === 'bearer' ? 423 : 401),
    },
    fails: { refusalStatus: (failure) => (failure === 'disabled' ? 500 : 401) },
  },
})
