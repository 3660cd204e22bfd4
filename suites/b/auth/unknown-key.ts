import { trial } from '../../../src/core/rule.ts'
import { unknown } from '../../shared/credentials/unknown.ts'
import { refusesMutated } from '../../shared/refused-keys.ts'
import { surface } from '../api.ts'

export default trial({
  level: 'stated',
  title: 'A well-formed key whose key_id was never issued gets 401',
  clauses: ['5.2.unknown', '7.401.any'],
  tried:
    'At every endpoint: made-up key_ids with a made-up secret and with the real one, and key_ids that differ in one character.',
  meaning: 'A key that was never issued reads data.',
  causes: ['the key is looked up by its secret, or by a part of its key_id', 'the result of the lookup is not checked'],
  needs: ['key'],
  after: ['b.auth.missing-key'],
  faults: {
    'not-found': { refusalStatus: (failure) => (failure === 'unknown' ? 404 : 401) },
    'forbidden-at-rows': {
      refusalStatus: (failure, call) => (failure === 'unknown' && call.endpoint === 'rows' ? 403 : 401),
    },
    'server-error-at-company': {
      refusalStatus: (failure, call) => (failure === 'unknown' && call.endpoint === 'company' ? 500 : 401),
    },
    'last-character-of-key-id-unread': {
      keyIdLookedUp: (keyId, call) => call.once(`id:${keyId.slice(0, 15).toLowerCase()}`, () => keyId.toLowerCase()),
    },
  },
  ...refusesMutated(surface, unknown, { count: [2, 13, 300], startAt: { endpoint: 'rows' } }),
})
