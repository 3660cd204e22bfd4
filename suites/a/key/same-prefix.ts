import { trial } from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { type KeyCase, keyCases, keyForCase } from '../../../src/engine/control/key-cases.ts'
import { isNewKey } from '../../shared/count-new-keys.ts'
import { samePrefix } from '../../shared/key-format.ts'

export default trial<KeyCase, Key | undefined>({
  level: 'stated',
  title: 'The prefix is the same on every key',
  clauses: ['2.key.prefix', '2.key.prefix.scanners'],
  tried:
    'Each supplied key, and two created by the control module, one of them with an expiry, compared with the active key, without a request.',
  meaning: 'Secret scanners that look for the documented prefix miss some keys.',
  causes: ['the prefix names the environment, the tenant or the kind of key', 'the prefix was changed once'],
  needs: ['key', 'second-key'],
  after: ['a.key.format'],
  cases: {
    first: (target) => keyCases(target).filter((which) => which !== 'active'),
    count: [8, 8, 8],
    cost: () => 0,
  },
  send: keyForCase,
  judge: (key, _case, target) => samePrefix(key, target),
  faults: {
    'by-company': {
      keyText: ({ prefix, keyId, secret }, admin) => {
        const n = (admin.memory.get('keys') as number | undefined) ?? 0
        admin.memory.set('keys', n + 1)
        return `${prefix}${n === 2 ? '2' : ''}_${keyId}_${secret}`
      },
      prefixAccepted: () => true,
    },
    'first-key-in-capitals': {
      keyText: ({ prefix, keyId, secret }, admin) => {
        const first = !admin.memory.has('a key')
        admin.memory.set('a key', true)
        return `${first ? prefix.toUpperCase() : prefix}_${keyId}_${secret}`
      },
      prefixAccepted: (prefix, fixed) => prefix.toLowerCase() === fixed,
    },
    'changed-for-new-keys': {
      keyText: ({ prefix, keyId, secret }, admin) => `${prefix}${isNewKey(admin.memory) ? '2' : ''}_${keyId}_${secret}`,
      prefixAccepted: () => true,
    },
    'of-another-kind-for-keys-that-end': {
      aExpiresAt: (chosen, { memory }) => {
        memory.set('ends', chosen !== undefined)
        return chosen
      },
      keyText: ({ prefix, keyId, secret }, { memory }) =>
        `${prefix}${memory.get('ends') ? '_temp' : ''}_${keyId}_${secret}`,
      prefixAccepted: () => true,
    },
    random: {
      keyText: ({ keyId, secret }) => `k${keyId.slice(0, 3)}_${keyId}_${secret}`,
      prefixAccepted: () => true,
    },
  },
})
