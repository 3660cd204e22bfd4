import { trial } from '../../../src/core/rule.ts'
import { secretRandomness, secretRandomnessFaults, secretRandomnessFreedoms } from '../../shared/secret-randomness.ts'

export default trial({
  level: 'implied',
  severity: 'error',
  since: 3,
  atEnd: true,
  title: 'Secrets of created keys look random',
  clauses: ['2.key.secret'],
  derivation:
    'The secret is what makes a key hard to guess. Each part that keys share, that repeats or that follows from the time makes it easier.',
  tried:
    'The secrets of all keys that the run created, without a request: common and repeated parts, fixed positions, frequencies of digits, steps, digests of a key_id or of another secret. Random secrets fail with a probability below 1e-9. Secrets that look like two UUIDs are a warning.',
  meaning: 'Secrets are easier to guess than their length suggests, in the worst case by anyone who has some keys.',
  causes: [
    'a part of the secret is the time, a counter, the key_id or a constant',
    'the secret is a digest of the key_id, so that it needs no storage',
    'fewer random bytes than 32, repeated or padded',
    'random text, UUIDs or decimal digits in place of random bytes',
  ],
  needs: ['key', 'control.createKey'],
  after: ['a.key.format'],
  faults: secretRandomnessFaults,
  freedoms: secretRandomnessFreedoms,
  ...secretRandomness,
})
