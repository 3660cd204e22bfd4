import { trial } from '../../../src/core/rule.ts'
import { CAUSES, otherPlaces, rotated, WELL_FORMED, wrongSecret } from '../../shared/credentials/wrong-secret.ts'
import { wrongSecretFaults } from '../../shared/refused-key-faults.ts'
import { refusesMutated } from '../../shared/refused-keys.ts'
import { surface } from '../api.ts'

export default trial({
  level: 'stated',
  title: 'The key_id of an active key with any other secret gets 401',
  clauses: ['5.2.wrong-secret', '7.401.any', '2.key.key_id.not-secret', '2.key.key_id.log'],
  tried:
    'At every endpoint: each of the 64 characters changed, stretches of them, the secret rotated, truncated, padded and made up, and the secrets of other keys.',
  meaning: 'Anyone who sees a key_id, which is public, reads the data of the company.',
  causes: CAUSES,
  needs: ['key'],
  after: ['b.auth.missing-key'],
  faults: {
    ...wrongSecretFaults,
    'not-compared-at-nodes': {
      digestsEqual: (given, kept, call) => call.endpoint === 'nodes' || call.conforming.digestsEqual(given, kept, call),
    },
  },
  quickMisses: {
    'stored-digest-accepted': 'quick depth has no room for the digest of the secret',
    'character-41-unread': 'each of the 64 characters takes its own request: quick depth tries the last and the first',
    'characters-in-any-order': 'quick depth has no room for the secret in another order',
    'good-secrets-cached-without-their-key-id': 'quick depth has no room for the secrets of other keys',
  },
  ...refusesMutated(surface, wrongSecret, {
    count: [3, 79, 500],
    pairs: WELL_FORMED,
    once: (target) => [...rotated(target), ...otherPlaces],
    crossed: true,
    alsoMalformed: (d) => 'length' in d,
  }),
})
