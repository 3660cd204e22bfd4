import { trial } from '../../../src/core/rule.ts'
import { secretRandomness, secretRandomnessFaults, secretRandomnessFreedoms } from '../../shared/secret-randomness.ts'

export default trial({
  level: 'stated',
  since: 3,
  atEnd: true,
  title: 'Secrets of issued keys are random',
  clauses: ['2.key.secret.random'],
  tried:
    'The secrets of all keys that the run created, without a request: common and repeated parts, fixed positions, frequencies of digits, steps, digests of a key_id or of another secret. Random secrets fail with a probability below 1e-9.',
  meaning: 'Anyone who has some keys can guess others.',
  causes: [
    'the secret is not 32 random bytes: a part is the time, a counter, the key_id, a digest, a UUID or a constant',
    'fewer random bytes are repeated or padded',
  ],
  needs: ['key', 'control.createKey'],
  after: ['b.key.format'],
  faults: secretRandomnessFaults,
  freedoms: secretRandomnessFreedoms,
  ...secretRandomness,
})
