import fc from 'fast-check'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { type Finding, type Tools, trial, type Violation, violation } from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { orRefused } from '../../../src/engine/control/refused.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import type { MadeTransition } from '../../../src/judge/state-table.ts'
import { isAccepted } from '../../shared/created-keys.ts'
import { FORMS } from '../api.ts'
import { askBy, askUntil, tomorrow } from '../support/created-keys.ts'
import { keyRefusal, keyStates, type Move, type State } from '../support/key-states.ts'

interface Step {
  readonly op: Move
  /** Counted from 0. A key is created when it is first named. */
  readonly key: number
  /** Which key is used after the step: all that were created where left out. */
  readonly using?: number | 'none'
}

interface Case {
  readonly steps: readonly Step[]
}

/** A step as it went, and the response to each key then. */
interface Seen {
  readonly made: MadeTransition<Move>
  readonly answers: readonly { readonly key: number; readonly x: Exchange }[]
}

const step = (op: Move, key: number, using?: Step['using']): Step => ({
  op,
  key,
  ...(using !== undefined && { using }),
})
const OP = fc.constantFrom<Move>('disable', 'enable', 'revoke', 'create')
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 19, arbitrary: fc.record({ op: OP, key: fc.nat(2) }) },
  // Only there so that the first sequence, which no generator made, can be made smaller.
  {
    weight: 1,
    arbitrary: fc.record({ op: OP, key: fc.nat(2), using: fc.oneof(fc.constant('none' as const), fc.nat(1)) }),
  },
)

/** Few requests, each where the moves before it tell. */
const SPARE: readonly Step[] = [
  ...[step('disable', 0), step('enable', 1, 1), step('disable', 0, 'none'), step('disable', 1, 'none')],
  ...[step('enable', 1, 0), step('revoke', 0, 'none'), step('enable', 0, 0)],
]

export default trial<Case, readonly Seen[]>({
  level: 'stated',
  title: 'After any sequence of create, disable, enable and revoke, every key is in the state of the table',
  clauses: [
    '2.key.admin-ui',
    '3.states',
    '3.create',
    '3.disable',
    '3.disable.off',
    '3.enable',
    '3.revoke',
    '3.revoke.no-re-enable',
  ],
  tried:
    'Generated sequences on up to three keys. After each step, or where it tells most, the keys are used and compared with a model of the table. The console may refuse transitions that the table does not list.',
  meaning: 'An administrator who has changed a key several times does not know whether it works.',
  causes: ['a transition ignores the previous state', 'a transition reaches another key'],
  needs: ['key', 'control.createKey', 'control.disableKey', 'control.enableKey', 'control.revokeKey'],
  after: ['a.auth.api-key-accepted', 'a.auth.bearer-accepted', 'a.key.disable-enable', 'a.key.revoke-permanent'],
  cases: {
    first: [
      { steps: SPARE },
      { steps: [step('disable', 0), step('revoke', 0), step('enable', 0)] },
      { steps: [step('create', 0), step('disable', 1), step('enable', 0), step('enable', 1)] },
      { steps: [step('disable', 0), step('disable', 1), step('enable', 0), step('revoke', 0)] },
      { steps: [step('disable', 0), step('disable', 0), step('enable', 0), step('enable', 0), step('disable', 0)] },
      { steps: [step('create', 0), step('revoke', 1), step('disable', 0), step('enable', 1), step('enable', 0)] },
    ],
    any: fc.record({ steps: fc.array(anyStep, { minLength: 1, maxLength: 8 }) }),
    count: [1, 8, 40],
  },
  async send({ steps }, tools) {
    const keys = new Map<number, Key>()
    const seen: Seen[] = []
    for (const each of steps) {
      const made = await make(each, keys, tools)
      const states = keyStates([...seen.map((one) => one.made), made])
      const answers: { key: number; x: Exchange }[] = []
      for (const key of [...keys.keys()].filter((one) => each.using === undefined || each.using === one))
        answers.push({ key, x: await use(tools, keys.get(key)!, states.get(key)!, { key, moved: key === made.on }) })
      seen.push({ made, answers })
    }
    return seen
  },
  judge(seen) {
    const made = seen.map((one) => one.made)
    const refusal = keyRefusal(made)
    if (refusal)
      return violation(`the console to ${made[refusal.at]!.move} a key that is ${refusal.state}`, 'a refusal')
    return first(seen.flatMap(({ answers }, i) => answers.map((answer) => judgeAnswer(answer, made.slice(0, i + 1)))))
  },
  faults: {
    'revoking-a-disabled-key-does-nothing': {
      keyMove: (state, move, desk) =>
        state === 'disabled' && move === 'revoke' ? 'disabled' : desk.lawful.keyMove(state, move, desk),
    },
    'disabling-twice-enables': {
      keyMove: (state, move, desk) =>
        state === 'disabled' && move === 'disable' ? 'active' : desk.lawful.keyMove(state, move, desk),
    },
    'enabling-an-active-key-disables': {
      keyMove: (state, move, desk) =>
        state === 'active' && move === 'enable' ? 'disabled' : desk.lawful.keyMove(state, move, desk),
    },
    'enabling-one-enables-all': {
      keyMove: (state, move, desk) => {
        const moved = desk.lawful.keyMove(state, move, desk)
        const counts = (desk.memory.get('enabled') as number | undefined) ?? 0
        if (state === 'disabled' && moved === 'active') desk.memory.set('enabled', counts + 1)
        return moved
      },
      keyDisabled: (key, now, call) => {
        const seen = `enabled when ${key.keyId} was seen disabled`
        const enabled = call.memory.get('enabled') ?? 0
        if (key.name === 'fixture') return call.lawful.keyDisabled(key, now, call)
        const disabled = call.lawful.keyDisabled(key, now, call)
        if (!disabled) call.memory.delete(seen)
        return disabled && call.once(seen, () => enabled) === enabled
      },
    },
  },
  freedoms: {
    'what-is-not-listed-is-refused': {
      keyMove: (state, move) => {
        if (state === 'active' && move !== 'enable') return move === 'disable' ? 'disabled' : 'revoked'
        return state === 'disabled' && move === 'enable' ? 'active' : 'refuse'
      },
    },
    'what-is-not-listed-is-accepted': {
      keyMove: (state, move, desk) => (state === 'revoked' ? 'revoked' : desk.lawful.keyMove(state, move, desk)),
    },
  },
})

async function make({ op, key }: Step, keys: Map<number, Key>, { control }: Tools): Promise<MadeTransition<Move>> {
  if (!keys.has(key)) keys.set(key, (await control.a.createKey(endsTomorrow(key))).key)
  if (op === 'create') return { move: op, on: key }
  const done = await orRefused(control.a[`${op}Key`](keys.get(key)!))
  return { move: op, on: key, refused: 'refused' in done }
}

/** One in two keys has an expiry: where it is checked, other states are forgotten easily. */
const endsTomorrow = (key: number) => (key % 2 === 0 ? {} : { expiresAt: tomorrow() })

interface Which {
  readonly key: number
  /** It was moved just now. */
  readonly moved: boolean
}

/** How soon disabling and enabling take effect is the matter of a.key.disable-enable. */
async function use(tools: Tools, key: Key, state: State, { key: number, moved }: Which): Promise<Exchange> {
  const ask = () => askBy(tools, key, { as: state, by: FORMS[number % 2]!, note: `key ${number}, which is ${state}` })
  if (!moved || state === 'revoked') return ask()
  const answers = await askUntil(ask, (x) => isAsItShould(state, x))
  return answers.at(-1)!
}

/** That a disabled key is refused is all that is stated of it. */
function isAsItShould(state: State, x: Exchange): boolean {
  if (state === 'revoked') return !isAccepted(x)
  return isSuccess(x) === (state === 'active')
}

function judgeAnswer(
  { key, x }: Seen['answers'][number],
  made: readonly MadeTransition<Move>[],
): Violation | undefined {
  const state = keyStates(made).get(key)!
  if (isAsItShould(state, x)) return undefined
  const moves = made.map(({ move, on, refused }) => `${move} ${on}${refused ? ' (refused)' : ''}`).join(', ')
  return violation(
    `key ${key} to ${state === 'active' ? 'work' : 'be refused'}, being ${state} after ${moves}`,
    responseSummary(x),
    x,
  )
}

const first = (findings: readonly (Finding | undefined)[]): Finding | undefined =>
  findings.find((finding) => finding !== undefined)
