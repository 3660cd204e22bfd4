import { isSuccess } from '../../../src/core/exchange.ts'
import { trial, violation } from '../../../src/core/rule.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { refusesSupplied } from '../../shared/refused-keys.ts'
import { surface } from '../api.ts'
import { validRequests } from '../support/valid-requests.ts'

export default trial({
  level: 'stated',
  title: 'A disabled key is rejected',
  clauses: ['3.disable.off'],
  tried: 'GET /users with the disabled key via both headers, with valid queries. Any response but a success conforms.',
  meaning: 'An administrator who disables a key does not lock out its holder.',
  causes: [
    'the state of the key is compared with revoked only',
    'the state is not looked at on every path through the code',
    'a cache of keys outlives the disabling',
  ],
  needs: ['key', 'key:disabled'],
  after: ['a.auth.missing-key'],
  ...refusesSupplied(surface, validRequests([4, 12, 40]), 'disabled', 'once'),
  judge: ({ bad }) =>
    isSuccess(bad) ? violation('no success for the disabled key', responseSummary(bad), bad) : undefined,
  faults: {
    accepted: { keyDisabled: () => false },
    'accepted-by-bearer': { keyDisabled: (key, _now, call) => key.state === 'disabled' && call.form !== 'bearer' },
    'accepted-with-updated-since': {
      keyDisabled: (key, _now, call) => key.state === 'disabled' && call.query('updated_since').length === 0,
    },
    'one-worker-has-not-heard': { keyDisabled: (key, _now, call) => key.state === 'disabled' && call.worker !== 0 },
  },
  quickMisses: {
    'one-worker-has-not-heard': 'four requests among others may all miss one of four workers',
  },
})
