import { trial } from '../../../src/core/rule.ts'
import type { Key, Target } from '../../../src/core/target.ts'
import { type KeyCase, keyCases, keyForCase } from '../../../src/engine/control/key-cases.ts'
import { documentedForm } from '../../shared/key-format.ts'

interface Case {
  readonly key: KeyCase
}

const every = (target: Target): Case[] => keyCases(target).map((key) => ({ key }))

export default trial<Case, Key | undefined>({
  level: 'stated',
  title: 'A key is <prefix>_<key_id>_<secret>, with 16 and 64 hex characters',
  clauses: ['2.key.full', '2.key.key_id', '2.key.secret', '8.key_id-length', '8.secret-length'],
  tried: 'Each supplied key, and one issued by the control module, without a request.',
  meaning:
    'A scanner for leaked keys, or a client that validates a key before it uses it, does not recognise this key.',
  causes: ['another encoding of the random bytes', 'fewer bytes than documented', 'another separator'],
  needs: ['key'],
  faults: {
    'secret-of-31-bytes': {
      newSecret: (bytes, desk) => desk.lawful.newSecret(bytes.subarray(1), desk),
      secretAccepted: () => true,
    },
    'secret-with-a-letter-beyond-f': {
      newSecret: (bytes, desk) => `z${desk.lawful.newSecret(bytes, desk).slice(1)}`,
      secretAccepted: () => true,
    },
    'key-id-of-17': { newKeyId: (bytes, desk) => `0${desk.lawful.newKeyId(bytes, desk)}`, keyIdAccepted: () => true },
    'no-prefix': {
      keyText: ({ keyId, secret }) => `${keyId}_${secret}`,
      keyParts: (text, call) => call.lawful.keyParts(`${call.lawful.keyPrefix('b')}_${text}`, call),
    },
  },
  cases: { first: every, count: [10, 10, 10] },
  send: ({ key }, tools) => keyForCase(key, tools),
  judge: (key, _case, target) => documentedForm(key, target),
})
