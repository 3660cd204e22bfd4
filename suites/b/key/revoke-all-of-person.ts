import fc from 'fast-check'
import type { Exchange } from '../../../src/core/exchange.ts'
import { type Tools, trial } from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { orRefused, Refused } from '../../../src/engine/control/refused.ts'
import { askBy, notStopped, stopped, worstOf } from '../support/judge-issued-key.ts'
import { newPerson } from '../support/unique-names.ts'

const KINDS = { new: '', renewed: ', renewed before', 'for a year': ', issued for a year' }
const OTHERS = ['of a person', 'of a person with a longer name', 'of an unrelated person'] as const

/** Keys of the person, and of somebody else; a renewed one has been renewed before. */
interface Case {
  readonly mine: readonly ('new' | 'renewed' | 'for a year')[]
  readonly others: readonly (typeof OTHERS)[number][]
  /** Whether the keys are used before. */
  readonly used: boolean
  /** Rounds of requests by every key after the revocation. */
  readonly rounds: number
  /** Whether the person is removed from the company before the revocation, which may then be refused, or after it; or loses the role before. */
  readonly removed?: 'before' | 'after' | 'role'
}

interface Asked {
  readonly before?: Exchange
  readonly after: readonly Exchange[]
}

interface Evidence {
  /** The console does not know a person who was removed. */
  readonly refused?: true
  readonly mine: readonly Asked[]
  readonly others: readonly Asked[]
}

export default trial<Case, Evidence>({
  level: 'stated',
  title: 'One action revokes every live key that a person issued, and no other',
  clauses: ['3.revoke-all', '3.revoke-all.one-action'],
  tried:
    'Several people issue keys. All keys of one person are revoked in one action, twelve of one person among them, and every key is used afterwards, some before as well. The person is removed before or after in some cases, or loses the role before.',
  meaning: 'A person who left still has a working key, or other people’s integrations stop.',
  causes: [
    'the keys of a person are selected wrongly: some are missed, or those of other people match',
    'the revocation of many keys does not reach the caches that a single one clears',
  ],
  eager: true,
  needs: ['key', 'control.createKey', 'control.revokeKeysIssuedBy'],
  after: ['b.key.active-at-once', 'b.auth.revoked-key'],
  follows: ['b.key.revoke-instant'],
  faults: {
    'misses-the-newest': {
      bRevokedTogether: (keys, person, admin) => {
        const all = admin.conforming.bRevokedTogether(keys, person, admin)
        return all.length > 1 ? all.slice(0, -1) : all
      },
    },
    'misses-the-oldest': {
      bRevokedTogether: (keys, person, admin) => {
        const all = admin.conforming.bRevokedTogether(keys, person, admin)
        return all.length > 1 ? all.slice(1) : all
      },
    },
    'misses-those-renewed-since': {
      bRenewed: (key, days, admin) => ({ ...admin.conforming.bRenewed(key, days, admin), name: 'renewed' }),
      bRevokedTogether: (keys, person, admin) =>
        admin.conforming.bRevokedTogether(keys, person, admin).filter(({ name }) => name !== 'renewed'),
    },
    'misses-long-lifetimes': {
      bRevokedTogether: (keys, person, admin) =>
        admin.conforming
          .bRevokedTogether(keys, person, admin)
          .filter(({ expiresAt }) => expiresAt! < admin.now + 180 * 86_400_000),
    },
    'ten-at-a-time': {
      bRevokedTogether: (keys, person, admin) => admin.conforming.bRevokedTogether(keys, person, admin).slice(0, 10),
    },
    'passes-over-people-who-left': {
      bStoppedByRemoval: (_keys, person, admin) => {
        admin.memory.set(`left ${person}`, true)
        return []
      },
      bRevokedTogether: (keys, person, admin) =>
        admin.memory.has(`left ${person}`) ? [] : admin.conforming.bRevokedTogether(keys, person, admin),
    },
    'passes-over-people-without-the-role': {
      bStoppedByRole: (_keys, person, admin) => {
        admin.memory.set(`demoted ${person}`, true)
        return []
      },
      bRevokedTogether: (keys, person, admin) =>
        admin.memory.has(`demoted ${person}`) ? [] : admin.conforming.bRevokedTogether(keys, person, admin),
    },
    'removal-undoes-it': {
      bStoppedByRemoval: (_keys, person, admin) => {
        admin.memory.set(`left ${person}`, true)
        return []
      },
      keyRevoked: (key, now, call) =>
        call.conforming.keyRevoked(key, now, call) && !call.memory.has(`left ${key.issuedBy}`),
    },
    'takes-the-whole-company': {
      bRevokedTogether: (keys) => keys.filter(({ name, state }) => name !== 'fixture' && state === 'active'),
    },
    'takes-longer-names': {
      bRevokedTogether: (keys, person) => keys.filter(({ issuedBy }) => issuedBy.startsWith(person)),
    },
    'unknown-to-one-worker': {
      bRevokedTogether: (keys, person, admin) => {
        admin.memory.set(`all of ${person}`, true)
        return admin.conforming.bRevokedTogether(keys, person, admin)
      },
      keyRevoked: (key, now, call) =>
        call.conforming.keyRevoked(key, now, call) && !(call.worker === 3 && call.memory.has(`all of ${key.issuedBy}`)),
    },
  },
  quickMisses: {
    'ten-at-a-time': 'quick depth issues three keys of the person',
    'passes-over-people-who-left': 'quick depth removes no person',
    'passes-over-people-without-the-role': 'quick depth takes no role away',
    'removal-undoes-it': 'quick depth removes no person',
    'unknown-to-one-worker': 'three requests by the revoked keys may all reach other workers than that one',
  },
  freedoms: {
    'unknown-person-is-refused': {
      bStoppedByRemoval: (_keys, person, admin) => {
        admin.memory.set(`left ${person}`, true)
        return []
      },
      bRevokedTogether: (keys, person, admin) => {
        if (!admin.memory.has(`left ${person}`)) return admin.conforming.bRevokedTogether(keys, person, admin)
        throw Object.assign(new Error(`no person ${person}`), { name: 'ControlRefused' })
      },
    },
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
        mine: [...Array<'new'>(5).fill('new'), 'for a year', ...Array<'new'>(5).fill('new'), 'renewed'],
        others: ['of a person with a longer name', 'of an unrelated person'],
        used: false,
        rounds: 1,
      },
      { mine: ['for a year', 'new'], others: ['of a person'], used: true, rounds: 1 },
      { mine: ['new', 'new'], others: ['of a person'], used: false, rounds: 1, removed: 'before' },
      { mine: ['renewed', 'new'], others: ['of a person'], used: false, rounds: 1, removed: 'after' },
      { mine: ['new'], others: [], used: false, rounds: 1, removed: 'role' },
    ],
    byHand: { mine: ['new'], others: ['of a person with a longer name'], used: false, rounds: 1 },
    // Only for shrinking a counterexample.
    any: fc.record({
      mine: fc.array(fc.constantFrom('new' as const, 'renewed' as const, 'for a year' as const), {
        minLength: 1,
        maxLength: 4,
      }),
      others: fc.array(fc.constantFrom(...OTHERS), { maxLength: 3 }),
      used: fc.boolean(),
      rounds: fc.integer({ min: 1, max: 8 }),
    }),
    count: [1, 6, 6],
    cost: (depth) => (depth === 'quick' ? 4 : 30),
  },
  async send({ mine, others, used, rounds, removed }, tools) {
    const person = newPerson()
    const theirs = {
      'of a person': newPerson(),
      'of a person with a longer name': `${person}-b`,
      'of an unrelated person': undefined,
    }
    const keys = await inOrder(mine, (kind) => issue(tools, kind, person))
    const strangers = await inOrder(others, (kind) => issue(tools, 'new', theirs[kind]))
    const all = [...keys, ...strangers]
    const ask = (key: Key, as: 'active' | 'revoked', note: string) => askBy(tools, key, { as, note })
    const before = used ? await Promise.all(all.map((key) => ask(key, 'active', 'a key just issued'))) : []
    const { b } = tools.control
    const remove = async () => void (tools.control.has('removePerson') && (await b.removePerson(person)))
    if (removed === 'before') await remove()
    if (removed === 'role' && tools.control.has('removeRole')) await b.removeRole(person)
    const done = await orRefused(b.revokeKeysIssuedBy(person))
    if ('refused' in done && (removed === undefined || removed === 'after')) throw new Refused(done.step)
    if (removed === 'after') await remove()
    const after: Exchange[][] = []
    for (let k = 0; k < rounds; k++) {
      const gone = keys.map((key) => ask(key, 'revoked', 'a key of the person whose keys were revoked'))
      const left = strangers.map((key) => ask(key, 'active', 'a key of somebody else'))
      after.push(await Promise.all([...gone, ...left]))
    }
    const asked = all.map((_, i) => ({ before: before[i], after: after.map((round) => round[i]!) }))
    const refused = 'refused' in done && ({ refused: true } as const)
    return { ...refused, mine: asked.slice(0, keys.length), others: asked.slice(keys.length) }
  },
  judge: ({ mine, others, refused }, { mine: kinds }) =>
    worstOf([
      ...(refused ? [] : mine).flatMap(({ before, after }, i) =>
        after.map((x) =>
          notStopped(
            x,
            `after all keys of the person who issued it were revoked (key ${i + 1} of ${kinds.length}${KINDS[kinds[i]!]})`,
            before,
          ),
        ),
      ),
      ...others.flatMap(({ before, after }) =>
        after.map((x) =>
          stopped(before, x, 'when all keys of another person were revoked', "Other people's integrations stop."),
        ),
      ),
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
