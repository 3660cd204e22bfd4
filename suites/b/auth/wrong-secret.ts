import { trial } from '../../../src/core/rule.ts'
import { everyPlace, rotated, wrongSecret } from '../../shared/credentials/wrong-secret.ts'
import { wrongSecretFaults } from '../../shared/refused-key-faults.ts'
import { refusesMutated } from '../../shared/refused-keys.ts'
import { surface } from '../api.ts'

export default trial({
  level: 'stated',
  title: 'The key_id of an active key with any other secret gets 401',
  clauses: ['5.2.wrong-secret', '7.401.any'],
  tried:
    'At every endpoint: each of the 64 characters changed, stretches of them, the secret rotated, truncated, padded and made up, and the secrets of other keys.',
  meaning: 'Anyone who sees a key_id, which is not secret, reads the data of the company.',
  causes: [
    'the secret is not compared at every endpoint',
    'only a part of the secret is compared: a hash function that reads a limited number of bytes, a column that is too short',
    'a hand-written constant-time comparison adds up differences that cancel each other',
    'the key is cached by its key_id after a successful request',
  ],
  needs: ['key'],
  after: ['b.auth.missing-key'],
  faults: {
    ...wrongSecretFaults,
    'not-compared-at-nodes': {
      digestsEqual: (given, kept, call) => call.endpoint === 'nodes' || call.lawful.digestsEqual(given, kept, call),
    },
  },
  quickMisses: {
    'character-41-unread':
      'each of the 64 characters takes a request of its own: quick depth tries the last and the first',
    'characters-in-any-order': 'quick depth has no room for the secret in another order',
    'good-secrets-cached-without-their-key-id': 'quick depth has no room for the secrets of other keys',
  },
  ...refusesMutated(surface, wrongSecret, {
    count: [4, 98, 500],
    pairs: 27,
    once: (target) => [...rotated(target), ...everyPlace],
    crossed: true,
    alsoMalformed: (d) => 'length' in d,
  }),
})
