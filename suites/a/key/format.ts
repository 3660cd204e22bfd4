import { trial } from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { type KeyCase, keyCases, keyForCase } from '../../../src/engine/control/key-cases.ts'
import { isNewKey } from '../../shared/count-new-keys.ts'
import { documentedForm } from '../../shared/key-format.ts'

export default trial<KeyCase, Key | undefined>({
  level: 'stated',
  title: 'A key is <prefix>_<key_id>_<secret>, with 16 and 64 hex characters',
  clauses: ['2.key.full', '2.key.key_id', '2.key.secret', '8.key_id-length', '8.secret-length'],
  tried:
    'Each supplied key, and one created by the control module, without a request. Hex may be in either letter case.',
  meaning: 'Secret scanners and log filters that rely on the documented format miss the key.',
  causes: ['keys are generated in another format: base64 for hex, bytes counted as characters, another separator'],
  needs: ['key'],
  cases: {
    first: keyCases,
    count: [8, 8, 8],
    cost: () => 0,
  },
  send: keyForCase,
  judge: (key, _case, target) => documentedForm(key, target),
  faults: {
    'letters-beyond-f-in-the-key-id': {
      newKeyId: (bytes) => Array.from(bytes, (byte) => byte.toString(36).padStart(2, 'z')).join(''),
      keyIdAccepted: () => true,
    },
    'letters-beyond-f-in-the-secret': {
      newSecret: (bytes) => Array.from(bytes, (byte) => byte.toString(36).padStart(2, 'z')).join(''),
      secretAccepted: () => true,
    },
    'parts-of-other-lengths': {
      newKeyId: (bytes, admin) => admin.conforming.newKeyId(bytes, admin).slice(0, 12),
      newSecret: (bytes, admin) => `${admin.conforming.newSecret(bytes, admin)}0000`,
      keyIdAccepted: () => true,
      secretAccepted: () => true,
    },
    'new-keys-are-longer': {
      newSecret: (bytes, admin) => admin.conforming.newSecret(bytes, admin) + (isNewKey(admin.memory) ? 'beef' : ''),
      secretAccepted: () => true,
    },
    'dots-between': {
      keyText: ({ prefix, keyId, secret }) => `${prefix}.${keyId}.${secret}`,
      keyParts: (text, call) => call.conforming.keyParts(text.replaceAll('.', '_'), call),
    },
  },
  freedoms: {
    'capital-hex': {
      newKeyId: (bytes, admin) => admin.conforming.newKeyId(bytes, admin).toUpperCase(),
      newSecret: (bytes, admin) => admin.conforming.newSecret(bytes, admin).toUpperCase(),
    },
    'underscores-in-the-prefix': { keyPrefix: () => 'acme_live' },
  },
})
