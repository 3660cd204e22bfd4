import { trial } from '../../../src/core/rule.ts'
import { CAUSES, otherPlaces, rotated, WELL_FORMED, wrongSecret } from '../../shared/credentials/wrong-secret.ts'
import { wrongSecretFaults } from '../../shared/refused-key-faults.ts'
import { refusesMutated } from '../../shared/refused-keys.ts'
import { surface } from '../api.ts'

export default trial({
  level: 'stated',
  title: 'The key_id of an active key with any other secret gets 401',
  clauses: ['7.401.wrong-secret', '2.key.key_id.not-secret', '2.key.key_id.log'],
  tried:
    'Via both headers: each of the 64 characters changed, stretches of them, the secret rotated, truncated, padded and made up, and the secrets of other keys.',
  meaning: 'Anyone who sees a key_id, which is not secret, reads the users of the tenant.',
  causes: CAUSES,
  needs: ['key'],
  after: ['a.auth.missing-key'],
  faults: {
    ...wrongSecretFaults,
    'not-compared-by-bearer': {
      digestsEqual: (given, kept, call) => call.form === 'bearer' || call.conforming.digestsEqual(given, kept, call),
    },
    '72-bytes-of-the-key-hashed': {
      secretDigested: (secret) => secret.slice(0, 72 - 'tenant_'.length - 17).toLowerCase(),
    },
    'one-worker-caches-by-key-id': {
      digestsEqual: (given, kept, call) => call.worker === 1 || call.conforming.digestsEqual(given, kept, call),
    },
    'beginning-is-enough': {
      secretAccepted: (secret) => /^[0-9a-f]{16,64}$/i.test(secret),
      secretDigested: (secret) => secret.slice(0, 16).toLowerCase(),
    },
  },
  quickMisses: {
    'stored-digest-accepted': 'quick depth has no room for the digest of the secret',
    'one-worker-caches-by-key-id': 'three requests may all miss one worker of four',
    'character-41-unread': '200 requests have no room for each of the 64 characters: the first and the last are tried',
    'characters-in-any-order': 'quick depth has no room for the secret in another order',
    'good-secrets-cached-without-their-key-id': 'quick depth has no room for the secrets of other keys',
  },
  ...refusesMutated(surface, wrongSecret, {
    count: [2, 79, 400],
    pairs: WELL_FORMED,
    once: (target) => [...rotated(target), ...otherPlaces],
    crossed: true,
    alsoMalformed: (d) => 'length' in d,
  }),
})
