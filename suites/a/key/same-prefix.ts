import { trial, violation } from '../../../src/rule.ts'
import type { KeyCondition, Target } from '../../../src/target.ts'

const others = (target: Target): KeyCondition[] =>
  (Object.keys(target.keys) as KeyCondition[]).filter((condition) => condition !== 'active')

export default trial({
  level: 'stated',
  title: 'the prefix is the same on every key',
  clauses: ['2.key.prefix'],
  tried: 'each supplied key beside the active one, without a request',
  meaning: 'secret scanners that look for the documented prefix miss some keys',
  causes: ['the prefix names the environment, the tenant or the kind of key', 'the prefix was changed once'],
  needs: ['key', 'second-key'],
  after: ['a.key.format'],
  cases: {
    first: others,
    count: [8, 8, 8],
  },
  send: async () => undefined,
  judge(_, condition, { keys }) {
    const [active, other] = [keys.active, keys[condition]!]
    if (active.prefix === other.prefix) return undefined
    return violation(`the prefix of ${active.env}, ${active.prefix}, on ${other.env} too`, other.prefix)
  },
  faults: {
    'by-company': {
      keyText: ({ prefix, keyId, secret }, desk) => {
        const n = (desk.memory.get('keys') as number | undefined) ?? 0
        desk.memory.set('keys', n + 1)
        return `${prefix}${n === 2 ? '2' : ''}_${keyId}_${secret}`
      },
      prefixAccepted: () => true,
    },
    'first-key-in-capitals': {
      keyText: ({ prefix, keyId, secret }, desk) => {
        const first = !desk.memory.has('a key')
        desk.memory.set('a key', true)
        return `${first ? prefix.toUpperCase() : prefix}_${keyId}_${secret}`
      },
      prefixAccepted: (prefix, fixed) => prefix.toLowerCase() === fixed,
    },
    random: {
      keyText: ({ keyId, secret }) => `k${keyId.slice(0, 3)}_${keyId}_${secret}`,
      prefixAccepted: () => true,
    },
  },
})
