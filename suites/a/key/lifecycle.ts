import fc from 'fast-check'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { explained, type Finding, headlined, type Tools, trial, unclear, violation } from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { orRefused } from '../../../src/engine/control/refused.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import type { MadeTransition } from '../../../src/judge/state-table.ts'
import { isAccepted } from '../../shared/key-propagation.ts'
import { FORMS } from '../api.ts'
import { keyRefusal, keyStates, type State, type Transition } from '../support/key-states.ts'
import { askBy, askUntil, tomorrow } from '../support/request-with-created-key.ts'

interface Step {
  readonly op: Transition
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
  readonly made: MadeTransition<Transition>
  readonly answers: readonly { readonly key: number; readonly x: Exchange }[]
}

const step = (op: Transition, key: number, using?: Step['using']): Step => ({
  op,
  key,
  ...(using !== undefined && { using }),
})
const OP = fc.constantFrom<Transition>('disable', 'enable', 'revoke', 'create', 'setExpiry')
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 19, arbitrary: fc.record({ op: OP, key: fc.nat(2) }) },
  // Rarely generated: lets the first sequence, which is written by hand, shrink.
  {
    weight: 1,
    arbitrary: fc.record({ op: OP, key: fc.nat(2), using: fc.oneof(fc.constant('none' as const), fc.nat(1)) }),
  },
)

/** Few requests, each after the transitions that it can reveal. */
const SPARE: readonly Step[] = [
  ...[step('disable', 0), step('enable', 1, 1), step('disable', 0, 'none'), step('disable', 1, 'none')],
  ...[step('setExpiry', 0, 'none'), step('enable', 1, 0), step('revoke', 0, 'none'), step('enable', 0, 0)],
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
    'Generated sequences on up to three keys, including a new expires_at, tomorrow. After each step, or after the most revealing ones, the keys are used and compared with a model of the table. The console may refuse transitions that the table does not list; those it accepts lead to the state that they name, and a revoked key stays revoked.',
  meaning: 'A key that was switched off still works, or one that is active no longer does.',
  causes: [
    'a transition ignores the previous state',
    'a transition reaches another key',
    'a new expiry is saved with a state, such as the default of a form',
  ],
  eager: true,
  needs: ['key', 'control.createKey', 'control.disableKey', 'control.enableKey', 'control.revokeKey'],
  after: ['a.auth.api-key-accepted', 'a.auth.bearer-accepted', 'a.key.disable-enable', 'a.key.revoke-permanent'],
  follows: ['a.key.unique', 'a.key.revoke-instant'],
  cases: {
    first: [
      { steps: SPARE },
      { steps: [step('disable', 0), step('revoke', 0), step('setExpiry', 0, 'none'), step('enable', 0)] },
      {
        steps: [
          ...[step('create', 0), step('disable', 1), step('enable', 0), step('setExpiry', 0, 'none')],
          step('enable', 1),
        ],
      },
      {
        steps: [
          ...[step('disable', 0), step('disable', 1), step('setExpiry', 1, 'none'), step('enable', 0)],
          step('revoke', 0),
        ],
      },
      { steps: [step('disable', 0), step('disable', 0), step('enable', 0), step('enable', 0), step('disable', 0)] },
      { steps: [step('create', 0), step('revoke', 1), step('disable', 0), step('enable', 1), step('enable', 0)] },
    ],
    any: fc.record({ steps: fc.array(anyStep, { minLength: 1, maxLength: 6 }) }),
    count: [1, 7, 40],
  },
  async send({ steps }, tools) {
    const keys = new Map<number, Key>()
    const seen: Seen[] = []
    for (const each of steps) {
      const made = await make(each, keys, tools)
      const states = keyStates([...seen.map((one) => one.made), made])
      const answers: { key: number; x: Exchange }[] = []
      for (const key of [...keys.keys()].filter((one) => each.using === undefined || each.using === one))
        answers.push({ key, x: await use(tools, keys.get(key)!, states.get(key)!, key) })
      seen.push({ made, answers })
    }
    return seen
  },
  judge(seen) {
    const made = seen.map((one) => one.made)
    const refusal = keyRefusal(made)
    if (refusal)
      return headlined(
        `The console refused to ${made[refusal.at]!.transition} a key that is ${refusal.state}`,
        violation(`${made[refusal.at]!.transition} to work on a key that is ${refusal.state}`, 'a refusal'),
      )
    const off = new Set<number>()
    const findings = seen.flatMap(({ answers }, i) => {
      const states = keyStates(made.slice(0, i + 1))
      for (const key of off) if (states.get(key) !== 'disabled') off.delete(key)
      return answers.map((response) => judgeAnswer(response, { made: made.slice(0, i + 1), off }))
    })
    return findings.find((one) => one?.kind === 'violation') ?? findings.find((one) => one !== undefined)
  },
  faults: {
    'revoking-a-disabled-key-does-nothing': {
      keyTransition: (state, transition, admin) =>
        state === 'disabled' && transition === 'revoke'
          ? 'disabled'
          : admin.conforming.keyTransition(state, transition, admin),
    },
    'disabling-twice-enables': {
      keyTransition: (state, transition, admin) =>
        state === 'disabled' && transition === 'disable'
          ? 'active'
          : admin.conforming.keyTransition(state, transition, admin),
    },
    'enabling-an-active-key-disables': {
      keyTransition: (state, transition, admin) =>
        state === 'active' && transition === 'enable'
          ? 'disabled'
          : admin.conforming.keyTransition(state, transition, admin),
    },
    'enabling-one-enables-all': {
      keyTransition: (state, transition, admin) => {
        const moved = admin.conforming.keyTransition(state, transition, admin)
        const counts = (admin.memory.get('enabled') as number | undefined) ?? 0
        if (state === 'disabled' && moved === 'active') admin.memory.set('enabled', counts + 1)
        return moved
      },
      keyDisabled: (key, now, call) => {
        const seen = `enabled when ${key.keyId} was seen disabled`
        const enabled = call.memory.get('enabled') ?? 0
        if (key.name === 'fixture') return call.conforming.keyDisabled(key, now, call)
        const disabled = call.conforming.keyDisabled(key, now, call)
        if (!disabled) call.memory.delete(seen)
        return disabled && call.once(seen, () => enabled) === enabled
      },
    },
    'first-expiry-enables': {
      aExpirySet: (key, expiresAt) => ({
        ...key,
        expiresAt,
        ...(key.expiresAt === undefined && key.state === 'disabled' && { state: 'active' }),
      }),
    },
    'later-expiry-enables': {
      aExpirySet: (key, expiresAt) => ({
        ...key,
        expiresAt,
        ...(key.state === 'disabled' && expiresAt > (key.expiresAt ?? expiresAt) && { state: 'active' }),
      }),
    },
    'new-expiry-disables': {
      aExpirySet: (key, expiresAt) => ({ ...key, expiresAt, ...(key.state === 'active' && { state: 'disabled' }) }),
    },
  },
  quickMisses: {
    'later-expiry-enables': 'quick depth sets the expiry of one disabled key, which has none',
    'new-expiry-disables': 'quick depth sets the expiry of a disabled key only',
  },
  freedoms: {
    'new-expiry-of-a-disabled-key-ignored': {
      aExpirySet: (key, expiresAt) => (key.state === 'active' ? { ...key, expiresAt } : key),
    },
    'what-is-not-listed-is-refused': {
      keyTransition: (state, transition) => {
        if (state === 'active' && transition !== 'enable') return transition === 'disable' ? 'disabled' : 'revoked'
        return state === 'disabled' && transition === 'enable' ? 'active' : 'refuse'
      },
    },
    'what-is-not-listed-is-accepted': {
      keyTransition: (state, transition, admin) =>
        state === 'revoked' ? 'revoked' : admin.conforming.keyTransition(state, transition, admin),
    },
  },
})

async function make(
  { op, key }: Step,
  keys: Map<number, Key>,
  { control }: Tools,
): Promise<MadeTransition<Transition>> {
  if (!keys.has(key)) keys.set(key, (await control.a.createKey(endsTomorrow(key))).key)
  if (op === 'create') return { transition: op, on: key }
  if (op === 'setExpiry') {
    if (control.has(op)) await orRefused(control.a.setExpiry(keys.get(key)!, tomorrow()))
    return { transition: op, on: key }
  }
  const done = await orRefused(control.a[`${op}Key`](keys.get(key)!))
  return { transition: op, on: key, refused: 'refused' in done }
}

/** One in two keys has an expiry: where it is checked, other states are forgotten easily. */
const endsTomorrow = (key: number) => (key % 2 === 0 ? {} : { expiresAt: tomorrow() })

/** How soon disabling and enabling take effect is the matter of a.key.disable-enable. */
async function use(tools: Tools, key: Key, state: State, number: number): Promise<Exchange> {
  const ask = () => askBy(tools, key, { as: state, by: FORMS[number % 2]!, note: `key ${number}, which is ${state}` })
  if (state === 'revoked') return ask()
  const answers = await askUntil(ask, (x) => isAsItShould(state, x))
  return answers.at(-1)!
}

/** That a disabled key is refused is all that is stated of it. */
function isAsItShould(state: State, x: Exchange): boolean {
  if (state === 'revoked') return !isAccepted(x)
  return isSuccess(x) === (state === 'active')
}

const inWords = (transition: Transition): string => (transition === 'setExpiry' ? 'set the expiry of' : transition)

interface Past {
  readonly made: readonly MadeTransition<Transition>[]
  /** Disabled keys that were refused since. */
  readonly off: Set<number>
}

function judgeAnswer({ key, x }: Seen['answers'][number], { made, off }: Past): Finding | undefined {
  const state = keyStates(made).get(key)!
  if (isAsItShould(state, x)) {
    if (state === 'disabled') off.add(key)
    return undefined
  }
  const transitions = made
    .map(({ transition, on, refused }) => `${inWords(transition)} key ${on}${refused ? ' (refused)' : ''}`)
    .join(', ')
  // Nothing limits the time until a key that was disabled is refused: a.key.disable-enable measures it.
  if (state === 'disabled' && !off.has(key))
    return unclear(`key ${key} was still accepted, being disabled, after ${transitions}`)
  const got = `GET /users with key ${key} returned ${x.response!.status} after these steps: ${transitions}`
  if (state !== 'active')
    return headlined(
      `The server accepted a ${state} key: ${got}`,
      violation(`401 with a ${state} key`, responseSummary(x), x),
    )
  return headlined(
    `An active key stopped working: ${got}`,
    explained(
      violation('a success with an active key', responseSummary(x), x),
      'An integration stops, although its key is active.',
      'a transition ignores the previous state, or reaches another key',
    ),
  )
}
