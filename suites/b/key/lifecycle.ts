import fc from 'fast-check'
import type { Done } from '../../../src/core/control-tools.ts'
import type { Exchange } from '../../../src/core/exchange.ts'
import { type Finding, type Tools, trial } from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { orRefused } from '../../../src/engine/control/refused.ts'
import { isAccepted } from '../../shared/key-propagation.ts'
import { askBy, notStopped, stopped, worstOf } from '../support/judge-issued-key.ts'
import {
  afterMove,
  inWords,
  isListed,
  keyIn,
  type ModelKey,
  PEOPLE,
  personIn,
  type Transition,
} from '../support/key-model.ts'
import { newPerson } from '../support/unique-names.ts'

/** For each transition, one request by every key that there is by then; of long histories, and at quick depth, after the last one only. */
type Evidence = readonly (readonly Exchange[])[]

const who = fc.integer({ min: 0, max: PEOPLE - 1 })
const which = fc.integer({ min: 0, max: 2 })
const transition = fc.oneof(
  { weight: 3, arbitrary: fc.record({ issue: who }) },
  { weight: 1, arbitrary: fc.record({ renew: which }) },
  { weight: 2, arbitrary: fc.record({ revoke: which }) },
  { weight: 2, arbitrary: fc.record({ revokeAll: who }) },
)

/** What goes wrong at a transition mostly lasts to the end: a history that has most of what can follow what. */
const HISTORY: readonly Transition[] = [
  ...[{ issue: 0 }, { issue: 0 }, { issue: 0 }, { issue: 1 }],
  ...[{ renew: 0 }, { revoke: 1 }, { renew: 2 }, { revoke: 2 }],
  ...[{ revokeAll: 0 }, { issue: 0 }, { renew: 1 }],
]

/** Usual maximum number of transitions. */
const USUAL = 6

/** Backwards, since the last item of an array is what shrinking always keeps: here that is the first transition, which issues a key. */
const upTo = (maxLength: number) =>
  fc.array(transition, { minLength: 1, maxLength, size: 'max' }).map(backwards, (all) => backwards(all as Transition[]))
/** Long ones hardly ever: that they can be is for making the history above smaller. */
const transitions = fc.oneof({ weight: 99, arbitrary: upTo(USUAL) }, { weight: 1, arbitrary: upTo(HISTORY.length) })

function backwards(all: readonly Transition[]): Transition[] {
  return [...all].reverse()
}

export default trial<readonly Transition[], Evidence>({
  level: 'stated',
  title: 'After any sequence of issue, renew, revoke and revoke-all, every key is in the state of the table',
  clauses: ['2.key.stops', '3.states', '3.issue', '3.renew', '3.revoke', '3.revoke.no-re-enable', '3.revoke-all'],
  tried:
    'Sequences of transitions on several keys of two people, each key used after every transition. Transitions of a revoked key may be refused or ignored, and it stays revoked.',
  meaning: 'A key works that should not, or is rejected although it should work.',
  causes: ['one transition undoes another, or is applied to the wrong key', 'a transition ignores the previous state'],
  eager: true,
  needs: ['key', 'control.createKey', 'control.renewKey', 'control.revokeKey', 'control.revokeKeysIssuedBy'],
  after: ['b.key.active-at-once', 'b.auth.revoked-key'],
  follows: ['b.key.unique', 'b.key.revoke-instant'],
  faults: {
    'renewal-undoes-revocation': {
      keyTransition: (state, step, admin) =>
        step === 'renew' ? 'active' : admin.conforming.keyTransition(state, step, admin),
    },
    'revoke-all-misses-renewed-keys': {
      bRenewed: (key, days, admin) => ({ ...admin.conforming.bRenewed(key, days, admin), name: 'renewed' }),
      bRevokedTogether: (keys, person, admin) =>
        admin.conforming.bRevokedTogether(keys, person, admin).filter(({ name }) => name !== 'renewed'),
    },
    'revoke-all-lasts-for-later-keys': {
      bRevokedTogether: (keys, person, admin) => {
        admin.memory.set(`stopped ${person}`, true)
        return admin.conforming.bRevokedTogether(keys, person, admin)
      },
      keyRevoked: (key, now, call) =>
        call.memory.has(`stopped ${key.issuedBy}`) || call.conforming.keyRevoked(key, now, call),
    },
    'revoke-all-turns-single-revocations-back': {
      bRevokedTogether: (keys, person, admin) => {
        const gone = keys.filter(({ issuedBy, state }) => issuedBy === person && state === 'revoked')
        for (const { keyId } of gone) admin.memory.set(`back ${keyId}`, true)
        return admin.conforming.bRevokedTogether(keys, person, admin)
      },
      keyRevoked: (key, now, call) =>
        call.conforming.keyRevoked(key, now, call) && !call.memory.has(`back ${key.keyId}`),
    },
    'renewed-keys-cannot-be-revoked': {
      bRenewed: (key, days, admin) => ({ ...admin.conforming.bRenewed(key, days, admin), name: 'renewed' }),
      keyRevoked: (key, now, call) => call.conforming.keyRevoked(key, now, call) && key.name !== 'renewed',
    },
    'renewal-moves-the-key-to-nobody': {
      bRenewed: (key, days, admin) => ({ ...admin.conforming.bRenewed(key, days, admin), issuedBy: '' }),
    },
  },
  freedoms: {
    'unlisted-moves-are-made-without-effect': {
      keyTransition: (state, step, admin) =>
        state === 'revoked' ? 'revoked' : admin.conforming.keyTransition(state, step, admin),
    },
    'unlisted-moves-are-refused': {
      keyTransition: (state, step, admin) =>
        state === 'revoked' ? 'refuse' : admin.conforming.keyTransition(state, step, admin),
    },
  },
  cases: {
    first: [
      HISTORY,
      [{ issue: 0 }, { revoke: 0 }, { renew: 0 }],
      [{ issue: 0 }, { issue: 1 }, { renew: 0 }, { revokeAll: 0 }, { issue: 0 }],
      [{ issue: 0 }, { issue: 0 }, { revoke: 0 }, { revokeAll: 0 }, { renew: 1 }],
      [{ issue: 0 }, { renew: 0 }, { revoke: 0 }, { issue: 1 }, { revokeAll: 1 }],
    ],
    any: transitions,
    byHand: [{ issue: 0 }, { revoke: 0 }, { renew: 0 }],
    count: [1, 7, 24],
  },
  async send(transitions, tools) {
    const people = Array.from({ length: PEOPLE }, newPerson)
    const keys: Key[] = []
    const asked: Exchange[][] = []
    let model: readonly ModelKey[] = []
    const onlyAtTheEnd = tools.depth === 'quick' || transitions.length > USUAL
    for (const [i, one] of transitions.entries()) {
      await make(one, model, { tools, keys, people })
      model = afterMove(model, one)
      const tried = onlyAtTheEnd && i < transitions.length - 1 ? [] : keys
      asked.push(await Promise.all(tried.map((key, k) => askBy(tools, key, asking(model[k]!)))))
    }
    return asked
  },
  judge(asked, transitions) {
    let model: readonly ModelKey[] = []
    const models = transitions.map((one) => {
      model = afterMove(model, one)
      return model
    })
    return worstOf(
      models.flatMap((keys, i) =>
        keys.map(({ state, issuer }, k) => {
          const words = transitions.slice(0, i + 1).map((one, n) => inWords(one, models[n]!, k, issuer))
          return judgeKey(
            state,
            `after ${words.slice(-MOST_WORDS).join(', then ')}`,
            historyOf(asked.slice(0, i + 1), k),
          )
        }),
      ),
    )
  },
})

/** Transitions named in a headline: the latest ones. */
const MOST_WORDS = 3
const STOPPED = 'An integration stops although its key was not revoked.'

const asking = ({ state }: ModelKey) => ({ as: state, note: `a key that should be ${state}` })

/** The responses to one key so far. */
const historyOf = (asked: Evidence, k: number): Exchange[] => asked.flatMap((xs) => xs[k] ?? [])

function judgeKey(state: ModelKey['state'], when: string, history: readonly Exchange[]): Finding | undefined {
  const [first, last] = [history[0], history.at(-1)]
  if (!first || !last) return undefined
  if (history.length === 1 && state === 'active')
    return isAccepted(first) ? undefined : stopped(undefined, first, when, STOPPED)
  return state === 'active' ? stopped(first, last, when, STOPPED) : notStopped(last, when)
}

interface Stage {
  readonly tools: Tools
  readonly keys: Key[]
  readonly people: readonly string[]
}

async function make(one: Transition, model: readonly ModelKey[], stage: Stage): Promise<void> {
  const { keys, people, tools } = stage
  const { b } = tools.control
  if ('issue' in one) keys.push((await b.createKey({ issuedBy: people[personIn(one)!]! })).key)
  else {
    const doing = moving(one, model, stage)
    await (doing && (isListed(model, one) ? doing : orRefused(doing)))
  }
}

function moving(
  one: Transition,
  model: readonly ModelKey[],
  { keys, people, tools }: Stage,
): Promise<Done> | undefined {
  const { b } = tools.control
  const person = personIn(one)
  // The server does not know a person who has issued nothing yet.
  if (person !== undefined && !model.some(({ issuer }) => issuer === person)) return undefined
  if (person !== undefined) return b.revokeKeysIssuedBy(people[person]!)
  const k = keyIn(one, model)
  if (k === undefined) return undefined
  return 'renew' in one ? b.renewKey(keys[k]!, { lifetimeDays: 120 }) : b.revokeKey(keys[k]!)
}
