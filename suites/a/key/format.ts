import { trial } from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { type KeyCase, keyCases, keyForCase } from '../../../src/engine/control/key-cases.ts'
import { documentedForm } from '../../shared/key-format.ts'
import { isNewKey } from '../../shared/new-keys.ts'

export default trial<KeyCase, Key | undefined>({
  level: 'stated',
  title: 'A key is <prefix>_<key_id>_<secret>, with 16 and 64 hex characters',
  clauses: ['2.key.full', '2.key.key_id', '2.key.secret', '8.key_id-length', '8.secret-length'],
  tried:
    'Each supplied key, and one created by the control module, without a request. Hex may be in either letter case.',
  meaning: 'Secret scanners and log filters that rely on the documented format miss the key.',
  causes: ['random bytes are written in another code than hex', 'the lengths count bytes instead of characters'],
  needs: ['key'],
  cases: {
    first: keyCases,
    count: [8, 8, 8],
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
      newKeyId: (bytes, desk) => desk.lawful.newKeyId(bytes, desk).slice(0, 12),
      newSecret: (bytes, desk) => `${desk.lawful.newSecret(bytes, desk)}0000`,
      keyIdAccepted: () => true,
      secretAccepted: () => true,
    },
    'new-keys-are-longer': {
      newSecret: (bytes, desk) => desk.lawful.newSecret(bytes, desk) + (isNewKey(desk.memory) ? 'beef' : ''),
      secretAccepted: () => true,
    },
    'dots-between': {
      keyText: ({ prefix, keyId, secret }) => `${prefix}.${keyId}.${secret}`,
      keyParts: (text, call) => call.lawful.keyParts(text.replaceAll('.', '_'), call),
    },
  },
  freedoms: {
    'capital-hex': {
      newKeyId: (bytes, desk) => desk.lawful.newKeyId(bytes, desk).toUpperCase(),
      newSecret: (bytes, desk) => desk.lawful.newSecret(bytes, desk).toUpperCase(),
    },
    'underscores-in-the-prefix': { keyPrefix: () => 'acme_live' },
  },
})
