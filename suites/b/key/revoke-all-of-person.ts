import fc from 'fast-check'
import type { Exchange } from '../../../src/core/exchange.ts'
import { type Tools, trial } from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { askBy, notStopped, stopped, worstOf } from '../support/issued-keys.ts'
import { newPerson } from '../support/new-names.ts'

const OTHERS = ['of a person', 'of a person with a longer name', 'of nobody in particular'] as const

/** Keys of the person, and of somebody else; a renewed one has been renewed before. */
interface Case {
  readonly mine: readonly ('new' | 'renewed' | 'for a year')[]
  readonly others: readonly (typeof OTHERS)[number][]
  /** Whether the keys are used before. */
  readonly used: boolean
  /** Rounds of requests by every key after the revocation. */
  readonly rounds: number
}

interface Asked {
  readonly before?: Exchange
  readonly after: readonly Exchange[]
}

interface Evidence {
  readonly mine: readonly Asked[]
  readonly others: readonly Asked[]
}

export default trial<Case, Evidence>({
  level: 'stated',
  title: 'One action revokes every live key that a person issued, and no other',
  clauses: ['3.revoke-all', '3.revoke-all.one-action'],
  tried:
    'Several people issue keys. All keys of one person are revoked in one action, and every key is used before and after.',
  meaning: 'A person who left still has a working key, or other people’s integrations stop.',
  causes: [
    'only the first or the newest keys are reached, or those that were renewed since are left out',
    'keys are matched by company, or by a part of the name, instead of by person',
    'the revocation of many keys does not reach the caches that a single one clears',
  ],
  needs: ['key', 'control.createKey', 'control.revokeKeysIssuedBy'],
  after: ['b.key.active-at-once', 'b.auth.revoked-key'],
  faults: {
    'misses-the-newest': {
      bRevokedTogether: (keys, person, desk) => {
        const all = desk.lawful.bRevokedTogether(keys, person, desk)
        return all.length > 1 ? all.slice(0, -1) : all
      },
    },
    'misses-the-oldest': {
      bRevokedTogether: (keys, person, desk) => {
        const all = desk.lawful.bRevokedTogether(keys, person, desk)
        return all.length > 1 ? all.slice(1) : all
      },
    },
    'misses-those-renewed-since': {
      bRenewed: (key, days, desk) => ({ ...desk.lawful.bRenewed(key, days, desk), name: 'renewed' }),
      bRevokedTogether: (keys, person, desk) =>
        desk.lawful.bRevokedTogether(keys, person, desk).filter(({ name }) => name !== 'renewed'),
    },
    'misses-long-lifetimes': {
      bRevokedTogether: (keys, person, desk) =>
        desk.lawful
          .bRevokedTogether(keys, person, desk)
          .filter(({ expiresAt }) => expiresAt! < desk.now + 180 * 86_400_000),
    },
    'takes-the-whole-company': {
      bRevokedTogether: (keys) => keys.filter(({ name, state }) => name !== 'fixture' && state === 'active'),
    },
    'takes-longer-names': {
      bRevokedTogether: (keys, person) => keys.filter(({ issuedBy }) => issuedBy.startsWith(person)),
    },
    'unknown-to-one-worker': {
      bRevokedTogether: (keys, person, desk) => {
        desk.memory.set(`all of ${person}`, true)
        return desk.lawful.bRevokedTogether(keys, person, desk)
      },
      keyRevoked: (key, now, call) =>
        call.lawful.keyRevoked(key, now, call) && !(call.worker === 3 && call.memory.has(`all of ${key.issuedBy}`)),
    },
  },
  quickMisses: {
    'unknown-to-one-worker': 'three requests by the revoked keys may all reach other workers than that one',
  },
  cases: {
    first: [
      {
        mine: ['for a year', 'renewed', 'new'],
        others: ['of a person with a longer name'],
        used: false,
        rounds: 1,
      },
      {
        mine: ['new', 'renewed', 'for a year'],
        others: ['of a person with a longer name', 'of nobody in particular'],
        used: true,
        rounds: 2,
      },
      { mine: ['for a year', 'new', 'new'], others: ['of a person'], used: false, rounds: 2 },
      { mine: ['renewed', 'new'], others: ['of a person', 'of a person'], used: true, rounds: 2 },
    ],
    byHand: { mine: ['new'], others: ['of a person with a longer name'], used: false, rounds: 1 },
    // No more of them are tried: it is what a broken one is made smaller by.
    any: fc.record({
      mine: fc.array(fc.constantFrom('new' as const, 'renewed' as const, 'for a year' as const), {
        minLength: 1,
        maxLength: 4,
      }),
      others: fc.array(fc.constantFrom(...OTHERS), { maxLength: 3 }),
      used: fc.boolean(),
      rounds: fc.integer({ min: 1, max: 8 }),
    }),
    count: [1, 4, 4],
  },
  async send({ mine, others, used, rounds }, tools) {
    const person = newPerson()
    const theirs = {
      'of a person': newPerson(),
      'of a person with a longer name': `${person}-b`,
      'of nobody in particular': undefined,
    }
    const keys = await inOrder(mine, (kind) => issue(tools, kind, person))
    const strangers = await inOrder(others, (kind) => issue(tools, 'new', theirs[kind]))
    const all = [...keys, ...strangers]
    const ask = (key: Key, as: 'active' | 'revoked', note: string) => askBy(tools, key, { as, note })
    const before = used ? await Promise.all(all.map((key) => ask(key, 'active', 'a key just issued'))) : []
    await tools.control.b.revokeKeysIssuedBy(person)
    const after: Exchange[][] = []
    for (let k = 0; k < rounds; k++) {
      const gone = keys.map((key) => ask(key, 'revoked', 'a key of the person whose keys were revoked'))
      const left = strangers.map((key) => ask(key, 'active', 'a key of somebody else'))
      after.push(await Promise.all([...gone, ...left]))
    }
    const asked = all.map((_, i) => ({ before: before[i], after: after.map((round) => round[i]!) }))
    return { mine: asked.slice(0, keys.length), others: asked.slice(keys.length) }
  },
  judge: ({ mine, others }, { mine: kinds }) =>
    worstOf([
      ...mine.flatMap(({ before, after }, i) =>
        after.map((x) =>
          notStopped(x, `each key of the person (key ${i + 1} of ${kinds.length}, ${kinds[i]})`, before),
        ),
      ),
      ...others.flatMap(({ before, after }) => after.map((x) => stopped(before, x, 'the key of somebody else'))),
    ]),
})

async function issue({ control }: Tools, kind: Case['mine'][number], issuedBy: string | undefined): Promise<Key> {
  const { key } = await control.b.createKey({ issuedBy, ...(kind === 'for a year' && { lifetimeDays: 365 }) })
  if (kind === 'renewed' && control.has('renewKey')) await control.b.renewKey(key, { lifetimeDays: 120 })
  return key
}

async function inOrder<T, U>(items: readonly T[], act: (item: T) => Promise<U>): Promise<U[]> {
  const done: U[] = []
  for (const item of items) done.push(await act(item))
  return done
}
