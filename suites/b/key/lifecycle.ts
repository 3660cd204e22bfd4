import fc from 'fast-check'
import type { Done } from '../../../src/core/control-tools.ts'
import type { Exchange } from '../../../src/core/exchange.ts'
import { type Finding, type Tools, trial, violation } from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { orRefused } from '../../../src/engine/control/refused.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { isAccepted } from '../../shared/created-keys.ts'
import { askBy, notStopped, stopped, worstOf } from '../support/issued-keys.ts'
import {
  afterMove,
  inWords,
  isListed,
  keyIn,
  type ModelKey,
  type Move,
  PEOPLE,
  personIn,
} from '../support/key-model.ts'
import { newPerson } from '../support/new-names.ts'

/** For each move, one request by every key that there is by then; of long histories, and at quick depth, after the last one only. */
type Evidence = readonly (readonly Exchange[])[]

const who = fc.integer({ min: 0, max: PEOPLE - 1 })
const which = fc.integer({ min: 0, max: 2 })
const move = fc.oneof(
  { weight: 3, arbitrary: fc.record({ issue: who }) },
  { weight: 1, arbitrary: fc.record({ renew: which }) },
  { weight: 2, arbitrary: fc.record({ revoke: which }) },
  { weight: 2, arbitrary: fc.record({ revokeAll: who }) },
)

/** What goes wrong at a move mostly lasts to the end: a history that has most of what can follow what. */
const HISTORY: readonly Move[] = [
  ...[{ issue: 0 }, { issue: 0 }, { issue: 0 }, { issue: 1 }],
  ...[{ renew: 0 }, { revoke: 1 }, { renew: 2 }, { revoke: 2 }],
  ...[{ revokeAll: 0 }, { issue: 0 }, { renew: 1 }],
]

/** So many moves at most, as a rule. */
const USUAL = 6

/** Backwards, since the last item of an array is what shrinking always keeps: here that is the first move, which issues a key. */
const upTo = (maxLength: number) =>
  fc.array(move, { minLength: 1, maxLength, size: 'max' }).map(backwards, (all) => backwards(all as Move[]))
/** Long ones hardly ever: that they can be is for making the history above smaller. */
const moves = fc.oneof({ weight: 99, arbitrary: upTo(USUAL) }, { weight: 1, arbitrary: upTo(HISTORY.length) })

function backwards(all: readonly Move[]): Move[] {
  return [...all].reverse()
}

export default trial<readonly Move[], Evidence>({
  level: 'stated',
  title: 'After any sequence of issue, renew, revoke and revoke-all, every key is in the state of the table',
  clauses: ['2.key.stops', '3.states', '3.issue', '3.renew', '3.revoke', '3.revoke.no-re-enable', '3.revoke-all'],
  tried:
    'Sequences of transitions on several keys of two people, each key used after every transition. Transitions that the table does not list may be refused or not, and change nothing.',
  meaning: 'A key works that should not, or is rejected although it should work.',
  causes: [
    'transitions are applied to the wrong key',
    'one transition undoes another',
    'a transition ignores the previous state',
  ],
  needs: ['key', 'control.createKey', 'control.renewKey', 'control.revokeKey', 'control.revokeKeysIssuedBy'],
  after: ['b.key.active-at-once', 'b.auth.revoked-key'],
  faults: {
    'renewal-undoes-revocation': {
      keyMove: (state, step, desk) => (step === 'renew' ? 'active' : desk.lawful.keyMove(state, step, desk)),
    },
    'revoke-all-misses-renewed-keys': {
      bRenewed: (key, days, desk) => ({ ...desk.lawful.bRenewed(key, days, desk), name: 'renewed' }),
      bRevokedTogether: (keys, person, desk) =>
        desk.lawful.bRevokedTogether(keys, person, desk).filter(({ name }) => name !== 'renewed'),
    },
    'revoke-all-lasts-for-later-keys': {
      bRevokedTogether: (keys, person, desk) => {
        desk.memory.set(`stopped ${person}`, true)
        return desk.lawful.bRevokedTogether(keys, person, desk)
      },
      keyRevoked: (key, now, call) =>
        call.memory.has(`stopped ${key.issuedBy}`) || call.lawful.keyRevoked(key, now, call),
    },
    'revoke-all-turns-single-revocations-back': {
      bRevokedTogether: (keys, person, desk) => {
        const gone = keys.filter(({ issuedBy, state }) => issuedBy === person && state === 'revoked')
        for (const { keyId } of gone) desk.memory.set(`back ${keyId}`, true)
        return desk.lawful.bRevokedTogether(keys, person, desk)
      },
      keyRevoked: (key, now, call) => call.lawful.keyRevoked(key, now, call) && !call.memory.has(`back ${key.keyId}`),
    },
    'renewed-keys-cannot-be-revoked': {
      bRenewed: (key, days, desk) => ({ ...desk.lawful.bRenewed(key, days, desk), name: 'renewed' }),
      keyRevoked: (key, now, call) => call.lawful.keyRevoked(key, now, call) && key.name !== 'renewed',
    },
    'renewal-moves-the-key-to-nobody': {
      bRenewed: (key, days, desk) => ({ ...desk.lawful.bRenewed(key, days, desk), issuedBy: '' }),
    },
  },
  freedoms: {
    'unlisted-moves-are-made-without-effect': {
      keyMove: (state, step, desk) => (state === 'revoked' ? 'revoked' : desk.lawful.keyMove(state, step, desk)),
    },
    'unlisted-moves-are-refused': {
      keyMove: (state, step, desk) => (state === 'revoked' ? 'refuse' : desk.lawful.keyMove(state, step, desk)),
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
    any: moves,
    byHand: [{ issue: 0 }, { revoke: 0 }, { renew: 0 }],
    count: [1, 7, 24],
  },
  async send(moves, tools) {
    const people = Array.from({ length: PEOPLE }, newPerson)
    const keys: Key[] = []
    const asked: Exchange[][] = []
    let model: readonly ModelKey[] = []
    const onlyAtTheEnd = tools.depth === 'quick' || moves.length > USUAL
    for (const [i, one] of moves.entries()) {
      await make(one, model, { tools, keys, people })
      model = afterMove(model, one)
      const tried = onlyAtTheEnd && i < moves.length - 1 ? [] : keys
      asked.push(await Promise.all(tried.map((key, k) => askBy(tools, key, asking(model[k]!)))))
    }
    return asked
  },
  judge(asked, moves) {
    let model: readonly ModelKey[] = []
    const findings: (Finding | undefined)[] = []
    for (const [i, one] of moves.entries()) {
      const done = asked[0]!.length === 0 ? 'these moves' : inWords(one, model)
      model = afterMove(model, one)
      findings.push(
        ...model.map(({ state }, k) => judgeKey(state, `key ${k} after ${done}`, historyOf(asked.slice(0, i + 1), k))),
      )
    }
    return worstOf(findings)
  },
})

const asking = ({ state }: ModelKey) => ({ as: state, note: `a key that should be ${state}` })

/** The responses to one key so far. */
const historyOf = (asked: Evidence, k: number): Exchange[] => asked.flatMap((xs) => xs[k] ?? [])

function judgeKey(state: ModelKey['state'], when: string, history: readonly Exchange[]): Finding | undefined {
  const [first, last] = [history[0], history.at(-1)]
  if (!first || !last) return undefined
  if (history.length === 1 && state === 'active')
    return isAccepted(first) ? undefined : violation(`${when}: a success`, responseSummary(first), first)
  return state === 'active' ? stopped(first, last, when) : notStopped(last, when)
}

interface Stage {
  readonly tools: Tools
  readonly keys: Key[]
  readonly people: readonly string[]
}

async function make(one: Move, model: readonly ModelKey[], stage: Stage): Promise<void> {
  const { keys, people, tools } = stage
  const { b } = tools.control
  if ('issue' in one) keys.push((await b.createKey({ issuedBy: people[personIn(one)!]! })).key)
  else {
    const doing = moving(one, model, stage)
    await (doing && (isListed(model, one) ? doing : orRefused(doing)))
  }
}

function moving(one: Move, model: readonly ModelKey[], { keys, people, tools }: Stage): Promise<Done> | undefined {
  const { b } = tools.control
  const person = personIn(one)
  // Nobody knows a person who has issued nothing yet.
  if (person !== undefined && !model.some(({ issuer }) => issuer === person)) return undefined
  if (person !== undefined) return b.revokeKeysIssuedBy(people[person]!)
  const k = keyIn(one, model)
  if (k === undefined) return undefined
  return 'renew' in one ? b.renewKey(keys[k]!, { lifetimeDays: 120 }) : b.revokeKey(keys[k]!)
}
