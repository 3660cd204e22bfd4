import { trial } from '../../../src/core/rule.ts'
import { isNewKey } from '../../shared/count-new-keys.ts'
import { fingerprintsOf, type KeyFingerprint, keysDiffer } from '../../shared/key-fingerprints.ts'

/** How many keys are created, all at the same time or one after another. */
type Case = { readonly at_once: number } | { readonly one_by_one: number }

export default trial<Case, readonly KeyFingerprint[]>({
  level: 'implied',
  severity: 'error',
  title: 'No two keys share a key_id or a secret',
  clauses: ['2.key.key_id.identifier', '2.key.secret'],
  derivation:
    'A key_id that two keys share identifies neither, and a secret that two keys share is no secret of either.',
  tried: 'Keys created one after another and concurrently, each compared with all keys that the run knows.',
  meaning: 'Revoking or logging one key affects another, and its holder can guess the other.',
  causes: ['the random source is seeded alike in each process', 'the key_id is made from the time'],
  needs: ['key', 'control.createKey'],
  after: ['a.key.format'],
  cases: { first: [{ at_once: 4 }, { one_by_one: 3 }, { at_once: 8 }], count: [1, 2, 3], cost: () => 0 },
  async send(c, { control, target }) {
    const create = () => control.a.createKey()
    const count = 'at_once' in c ? (control.byHand ? 2 : c.at_once) : c.one_by_one
    if ('at_once' in c && !control.byHand) await Promise.all(Array.from({ length: count }, create))
    else for (let made = 0; made < count; made++) await create()
    return fingerprintsOf(target)
  },
  judge: keysDiffer,
  faults: {
    'key-id-from-the-second': {
      newKeyId: (bytes, admin) =>
        isNewKey(admin.memory)
          ? Math.floor(admin.now / 1000)
              .toString(16)
              .padStart(16, '0')
          : admin.conforming.newKeyId(bytes, admin),
    },
    'secret-from-the-second': {
      newSecret: (bytes, admin) =>
        isNewKey(admin.memory)
          ? Math.floor(admin.now / 1000)
              .toString(16)
              .padStart(64, '0')
          : admin.conforming.newSecret(bytes, admin),
    },
    'one-secret-for-the-tenant': { newSecret: () => 'c0ffee42'.repeat(8) },
    'few-key-ids': {
      newKeyId: (bytes, admin) =>
        isNewKey(admin.memory) ? String(bytes[0]! % 3).padStart(16, '0') : admin.conforming.newKeyId(bytes, admin),
    },
  },
})
