import { isSuccess } from '../../../src/core/exchange.ts'
import { headlined, trial, violation } from '../../../src/core/rule.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { acceptedText, IN_FRONT, refusesSupplied, STALE, STATE_IGNORED } from '../../shared/refused-keys.ts'
import { surface } from '../api.ts'
import { fromClients, validRequests } from '../support/valid-requests.ts'

export default trial({
  level: 'stated',
  title: 'A disabled key is rejected',
  clauses: ['3.disable.off'],
  tried:
    'GET /users with the disabled key via both headers, with valid queries, from different clients. Any response but a success conforms.',
  meaning: 'An administrator who disables a key does not lock out its holder.',
  causes: [STATE_IGNORED, STALE, IN_FRONT],
  needs: ['key', 'key:disabled'],
  after: ['a.auth.missing-key'],
  ...refusesSupplied(surface, fromClients(validRequests([3, 11, 40])), 'disabled', 'once'),
  judge: ({ bad }) =>
    isSuccess(bad)
      ? headlined(acceptedText(bad), violation('401, or at least a refusal', responseSummary(bad), bad))
      : undefined,
  faults: {
    'accepted-from-crawlers': {
      keyDisabled: (key, _now, call) =>
        key.state === 'disabled' && !/Googlebot/.test(call.header('user-agent')[0] ?? ''),
    },
    accepted: { keyDisabled: () => false },
    'accepted-by-bearer': { keyDisabled: (key, _now, call) => key.state === 'disabled' && call.form !== 'bearer' },
    'accepted-with-updated-since': {
      keyDisabled: (key, _now, call) => key.state === 'disabled' && call.query('updated_since').length === 0,
    },
    'one-worker-has-not-heard': { keyDisabled: (key, _now, call) => key.state === 'disabled' && call.worker !== 0 },
  },
  quickMisses: {
    'accepted-from-crawlers': 'quick depth sends such a key from few clients',
    'one-worker-has-not-heard': 'four requests among others may all miss one of four workers',
  },
})
