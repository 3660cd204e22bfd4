import { KEY_ID_LENGTH, SECRET_LENGTH, whole } from '../../../src/core/key-format.ts'
import { trial, violation } from '../../../src/core/rule.ts'
import { resolve } from '../../../src/core/secret-text.ts'
import type { Key, Target } from '../../../src/core/target.ts'
import { formProblem } from '../../../src/judge/key-form.ts'
import { isNewKey } from '../support/new-keys.ts'

/** How many keys are created, all at the same time or one after another. */
type Case = { readonly at_once: number } | { readonly one_by_one: number }

export default trial<Case, readonly Key[]>({
  level: 'implied',
  severity: 'error',
  title: 'no two keys share a key_id or a secret',
  clauses: ['2.key.key_id.identifier', '2.key.secret'],
  derivation:
    'A key_id that two keys share identifies neither, and a secret that two keys share is no secret of either.',
  tried: 'keys created one after another and at the same time, each compared with all that the run knows',
  meaning: 'revoking or logging one key touches another, and its holder can guess the other',
  causes: ['the random source is seeded alike in each process', 'the key_id is made from the time'],
  needs: ['key', 'control.createKey'],
  after: ['a.key.format'],
  cases: { first: [{ at_once: 4 }, { one_by_one: 3 }, { at_once: 8 }], count: [1, 2, 3] },
  async send(c, { control }) {
    const create = () => control.a.createKey().then(({ key }) => key)
    if ('at_once' in c && !control.byHand) return Promise.all(Array.from({ length: c.at_once }, create))
    const keys: Key[] = []
    const count = 'one_by_one' in c ? c.one_by_one : 2
    while (keys.length < count) keys.push(await create())
    return keys
  },
  judge(keys, _c, target) {
    const known = [...target.secrets.keys()].map((env) => partsOf(env, target))
    for (const { env } of keys) {
      const mine = partsOf(env, target)
      for (const other of known) {
        if (!mine || !other || other.env === env) continue
        if (mine.keyId === other.keyId) return violation('a key_id of its own for each key', two(mine, other, 'key_id'))
        if (mine.secret === other.secret)
          return violation('a secret of its own for each key', two(mine, other, 'secret'))
      }
    }
    return undefined
  },
  faults: {
    'key-id-from-the-second': {
      newKeyId: (bytes, desk) =>
        isNewKey(desk.memory)
          ? Math.floor(desk.now / 1000)
              .toString(16)
              .padStart(16, '0')
          : desk.lawful.newKeyId(bytes, desk),
    },
    'secret-from-the-second': {
      newSecret: (bytes, desk) =>
        isNewKey(desk.memory)
          ? Math.floor(desk.now / 1000)
              .toString(16)
              .padStart(64, '0')
          : desk.lawful.newSecret(bytes, desk),
    },
    'one-secret-for-the-tenant': { newSecret: () => 'c0ffee42'.repeat(8) },
    'few-key-ids': {
      newKeyId: (bytes, desk) =>
        isNewKey(desk.memory) ? String(bytes[0]! % 3).padStart(16, '0') : desk.lawful.newKeyId(bytes, desk),
    },
  },
})

/** The hex of a key may be in either letter case. A key of another form is the matter of a.key.format. */
function partsOf(env: string, { secrets }: Target) {
  const text = resolve(whole({ env, prefix: '', keyId: '' }), secrets)
  if (formProblem(text)) return undefined
  const secret = text.slice(-SECRET_LENGTH).toLowerCase()
  return { env, keyId: text.slice(-SECRET_LENGTH - 1 - KEY_ID_LENGTH, -SECRET_LENGTH - 1).toLowerCase(), secret }
}

type Parts = NonNullable<ReturnType<typeof partsOf>>

const two = (one: Parts, other: Parts, what: string): string =>
  `the same ${what} in ${one.env} (key_id ${one.keyId}) and ${other.env} (key_id ${other.keyId})`
