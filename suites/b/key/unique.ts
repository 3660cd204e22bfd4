import { trial } from '../../../src/core/rule.ts'
import { fingerprintsOf, type KeyFingerprint, keysDiffer } from '../../shared/key-fingerprints.ts'
import { FIXTURES, isNewKey, keysMade } from '../../shared/new-keys.ts'

interface Case {
  readonly keys: number
  readonly issued: 'at the same time' | 'one after another'
}

export default trial<Case, readonly KeyFingerprint[]>({
  level: 'implied',
  severity: 'error',
  title: 'No two keys share a key_id or a secret',
  clauses: ['2.key.key_id.handle', '2.key.secret.random'],
  derivation: 'The key_id is the handle by which one key is meant, and 32 random bytes do not come twice.',
  tried:
    'Several keys are issued, also concurrently, and compared with each other, with keys that other rules issued, and with those supplied.',
  meaning: 'Revoking one key stops another one as well, or one secret fits two keys.',
  causes: [
    'key_ids are drawn from too few random bits, or from a clock',
    'the generator is seeded alike in every worker, or by the time',
  ],
  needs: ['key', 'control.createKey'],
  faults: {
    'key-id-from-the-clock': {
      newKeyId: (bytes, desk) =>
        isNewKey(desk.memory, 'ids') ? seconds(desk.now).padStart(16, '0') : desk.lawful.newKeyId(bytes, desk),
    },
    'one-secret-for-all': {
      newSecret: (bytes, desk) =>
        isNewKey(desk.memory, 'secrets') ? 'c0'.repeat(32) : desk.lawful.newSecret(bytes, desk),
    },
    'seeded-by-the-second': {
      newSecret: (bytes, desk) =>
        isNewKey(desk.memory, 'secrets') ? seconds(desk.now).padEnd(64, '5') : desk.lawful.newSecret(bytes, desk),
    },
    'four-workers-seeded-alike': {
      newSecret: (bytes, desk) => {
        const n = keysMade(desk.memory, 'secrets')
        return n <= FIXTURES ? desk.lawful.newSecret(bytes, desk) : `${Math.floor(n / 4)}`.padStart(64, 'a')
      },
    },
  },
  cases: {
    first: [
      { keys: 3, issued: 'at the same time' },
      { keys: 4, issued: 'one after another' },
      { keys: 8, issued: 'at the same time' },
    ],
    count: [1, 3, 3],
  },
  async send({ keys, issued }, { control, target }) {
    const count = Array.from({ length: keys })
    if (issued === 'at the same time') await Promise.all(count.map(() => control.b.createKey()))
    else for (const _ of count) await control.b.createKey()
    return fingerprintsOf(target)
  },
  judge: keysDiffer,
})

const seconds = (ms: number): string => String(Math.floor(ms / 1000))
