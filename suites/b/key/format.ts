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
  causes: ['the generator uses another number or encoding of random bytes', 'another separator, or no prefix'],
  needs: ['key'],
  faults: {
    'secret-of-31-bytes': {
      newSecret: (bytes, admin) => admin.conforming.newSecret(bytes.subarray(1), admin),
      secretAccepted: () => true,
    },
    'secret-with-a-letter-beyond-f': {
      newSecret: (bytes, admin) => `z${admin.conforming.newSecret(bytes, admin).slice(1)}`,
      secretAccepted: () => true,
    },
    'key-id-of-17': {
      newKeyId: (bytes, admin) => `0${admin.conforming.newKeyId(bytes, admin)}`,
      keyIdAccepted: () => true,
    },
    'no-prefix': {
      keyText: ({ keyId, secret }) => `${keyId}_${secret}`,
      keyParts: (text, call) => call.conforming.keyParts(`${call.conforming.keyPrefix('b')}_${text}`, call),
    },
  },
  cases: { first: every, count: [10, 10, 10], cost: () => 0 },
  send: ({ key }, tools) => keyForCase(key, tools),
  judge: (key, _case, target) => documentedForm(key, target),
})
