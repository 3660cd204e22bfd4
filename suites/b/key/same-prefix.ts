import { trial } from '../../../src/core/rule.ts'
import type { Key, Target } from '../../../src/core/target.ts'
import { type KeyCase, keyCases, keyForCase } from '../../../src/engine/control/key-cases.ts'
import { samePrefix } from '../../shared/key-format.ts'

interface Case {
  readonly key: KeyCase
}

const others = (target: Target): Case[] =>
  keyCases(target)
    .filter((key) => key !== 'active')
    .map((key) => ({ key }))

export default trial<Case, Key | undefined>({
  level: 'stated',
  title: 'The prefix is the same on every key',
  clauses: ['2.key.prefix', '2.key.prefix.recognisable'],
  tried:
    'Each supplied key, and two issued by the control module, one of them for 3650 days, compared with the active key, without a request.',
  meaning: 'A scanner that knows one prefix does not recognise this key when it leaks.',
  causes: ['a prefix for each environment, company or kind of key', 'the prefix was changed, and old keys still work'],
  needs: ['key', 'second-key'],
  faults: {
    'one-for-each-company': {
      keyText: (parts, admin) => {
        const n = Number(admin.memory.get('keys') ?? 0) + 1
        admin.memory.set('keys', n)
        return admin.conforming.keyText({ ...parts, prefix: n === 11 ? `${parts.prefix}_two` : parts.prefix }, admin)
      },
      prefixAccepted: (prefix, fixed) => prefix === fixed || prefix === `${fixed}_two`,
    },
    'one-for-each-key': {
      keyText: (parts, admin) =>
        admin.conforming.keyText({ ...parts, prefix: parts.prefix + parts.keyId.slice(0, 2) }, admin),
      prefixAccepted: (prefix, fixed) => prefix.startsWith(fixed) && /^[0-9a-f]{2}$/.test(prefix.slice(fixed.length)),
    },
    'other-letter-case': {
      keyText: (parts, admin) => {
        const odd = Number.parseInt(parts.keyId.slice(-1), 16) % 2 === 1
        return admin.conforming.keyText({ ...parts, prefix: odd ? parts.prefix.toUpperCase() : parts.prefix }, admin)
      },
      prefixAccepted: (prefix, fixed) => prefix.toLowerCase() === fixed,
    },
  },
  cases: { first: others, count: [10, 10, 10], cost: () => 0 },
  send: ({ key }, tools) => keyForCase(key, tools),
  judge: (key, _case, target) => samePrefix(key, target),
})
