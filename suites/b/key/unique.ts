import { trial } from '../../../src/core/rule.ts'
import { countNewKeys, FIXTURES, isNewKey } from '../../shared/count-new-keys.ts'
import { fingerprintsOf, type KeyFingerprint, keysDiffer } from '../../shared/key-fingerprints.ts'

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
    'key_ids or secrets come from too few random bits, from a clock or a constant',
    'the generator is seeded alike in every worker, or by the time',
  ],
  needs: ['key', 'control.createKey'],
  faults: {
    'key-id-from-the-clock': {
      newKeyId: (bytes, admin) =>
        isNewKey(admin.memory, 'ids') ? seconds(admin.now).padStart(16, '0') : admin.conforming.newKeyId(bytes, admin),
    },
    'one-secret-for-all': {
      newSecret: (bytes, admin) =>
        isNewKey(admin.memory, 'secrets') ? 'c0'.repeat(32) : admin.conforming.newSecret(bytes, admin),
    },
    'seeded-by-the-second': {
      newSecret: (bytes, admin) =>
        isNewKey(admin.memory, 'secrets')
          ? seconds(admin.now).padEnd(64, '5')
          : admin.conforming.newSecret(bytes, admin),
    },
    'four-workers-seeded-alike': {
      newSecret: (bytes, admin) => {
        const n = countNewKeys(admin.memory, 'secrets')
        return n <= FIXTURES ? admin.conforming.newSecret(bytes, admin) : `${Math.floor(n / 4)}`.padStart(64, 'a')
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
    cost: () => 0,
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
