import type { Behaviour } from '../../../reference-server/behaviour.ts'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { explained, type Finding, headlined, type Tools, trial, unclear, violation } from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { orRefused } from '../../../src/engine/control/refused.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { FORMS, type Form } from '../api.ts'
import { askBy, askUntil, tomorrow } from '../support/request-with-created-key.ts'

interface Case {
  /** `both`: several concurrent requests in each state, which reach several servers. */
  readonly by: Form | 'both'
  /** How often the key is disabled and enabled again. */
  readonly times: number
  /** Whether the key has an expiry, far away. */
  readonly ends?: true
}

interface Evidence {
  readonly created: Exchange
  /** The responses to the key after each transition; several if the first was not as expected. */
  readonly transitions: readonly Moved[]
}

interface Moved {
  readonly to: 'disabled' | 'active'
  readonly refused?: string
  readonly answers: readonly Exchange[]
  /** When the call returned, in milliseconds since the epoch. */
  readonly returnedAt: number
  /** Where a disabled key was never refused: the same via the other header, and another disabled key; then this one again. */
  readonly witnesses?: readonly Exchange[]
  readonly again?: readonly Exchange[]
}

const isRight = (to: Moved['to'], x: Exchange): boolean => isSuccess(x) === (to === 'active')

export default trial<Case, Evidence>({
  level: 'stated',
  title: 'A disabled key is rejected, and works again with the same value once it is re-enabled',
  clauses: ['2.key.admin-ui', '3.disable', '3.disable.off', '3.enable'],
  tried:
    'A key is created, disabled and re-enabled, once or twice, and used in each state. Nothing says that this is instant: a delay is measured, and a key that is still accepted after 3 s is a violation only if another disabled key, or the other header, is rejected meanwhile.',
  meaning: 'An administrator who disables a key does not lock out its holder.',
  causes: ['disabled is not checked on every code path', 'a cache of keys outlives the disabling'],
  needs: ['key', 'control.createKey', 'control.disableKey', 'control.enableKey'],
  after: ['a.auth.api-key-accepted', 'a.auth.bearer-accepted', 'a.auth.missing-key', 'a.key.active-at-once'],
  follows: ['a.key.revoke-instant'],
  cases: {
    first: [
      { by: 'both', times: 1, ends: true },
      ...FORMS.flatMap((by) => [
        { by, times: 1 },
        { by, times: 2, ends: true as const },
      ]),
    ],
    count: [1, 5, 5],
  },
  async send({ by, times, ends }, tools) {
    const { key } = await tools.control.a.createKey(ends && { expiresAt: tomorrow() })
    const ask = async (as: Moved['to']): Promise<Exchange> => {
      if (by !== 'both') return askBy(tools, key, { as, by })
      // A key that was switched on again may be refused for moments: one request will do. One that is off may be taken anywhere.
      const most = tools.depth === 'quick' ? FORMS : [...FORMS, ...FORMS]
      const forms = as === 'disabled' ? most : ['X-Api-Key' as const]
      const answers = await Promise.all(forms.map((form) => askBy(tools, key, { as, by: form })))
      return answers.find((x) => !isRight(as, x)) ?? answers[0]!
    }
    const created = await ask('active')
    const transitions: Moved[] = []
    for (let i = 0; i < 2 * times && transitions.every(({ refused }) => refused === undefined); i++) {
      const to = i % 2 === 0 ? 'disabled' : 'active'
      const done = await orRefused(tools.control.a[to === 'active' ? 'enableKey' : 'disableKey'](key))
      const { returnedAt } = done.step
      if ('refused' in done) {
        transitions.push({ to, refused: done.refused, answers: [], returnedAt })
        continue
      }
      const answers = await askUntil(
        () => ask(to),
        (x) => isRight(to, x),
      )
      if (to === 'active' || isRight(to, answers.at(-1)!)) {
        transitions.push({ to, answers, returnedAt })
        continue
      }
      const witnesses = await compare(tools, key, { by, ends })
      transitions.push({ to, answers, returnedAt, witnesses, again: [await ask(to), await ask(to)] })
      break
    }
    return { created, transitions }
  },
  judge({ created, transitions }) {
    if (!isSuccess(created)) return unclear(`the key did not work before: ${responseSummary(created)}`)
    return worstOf(transitions.map(judgeMove))
  },
  note: (all) => {
    const delays = all.flatMap(({ transitions }) => transitions.map(delayOf))
    const longest = Math.max(0, ...delays)
    return longest > 0 ? `disabling and re-enabling took effect up to ${longest} ms after the call returned` : undefined
  },
  faults: {
    'stays-on-until-its-expiry': {
      keyDisabled: (key, now, call) =>
        (key.name === 'fixture' || key.expiresAt === undefined) && call.conforming.keyDisabled(key, now, call),
    },
    'stays-on-by-bearer': {
      keyDisabled: (key, now, call) =>
        (key.name === 'fixture' || call.form !== 'bearer') && call.conforming.keyDisabled(key, now, call),
    },
    'disabling-revokes': {
      keyTransition: (state, transition, admin) =>
        transition === 'disable' ? 'revoked' : admin.conforming.keyTransition(state, transition, admin),
    },
    'enabling-does-nothing': {
      keyTransition: (state, transition, admin) =>
        (transition === 'enable' ? state : admin.conforming.keyTransition(state, transition, admin)) as 'active',
    },
    'second-disabling-has-no-effect': {
      keyTransition: (state, transition, admin) => {
        if (transition === 'enable') admin.memory.set('enabled at', admin.now)
        return admin.conforming.keyTransition(state, transition, admin)
      },
      keyDisabled: (key, now, call) => {
        const enabled = call.memory.get('enabled at') as number | undefined
        const before = key.name !== 'fixture' && enabled !== undefined && key.createdAt <= enabled
        const isDisabled = call.conforming.keyDisabled(key, now, call)
        if (isDisabled && !before) call.memory.set(`off ${key.keyId}`, true)
        return isDisabled && !(before && call.memory.has(`off ${key.keyId}`))
      },
    },
  },
  quickMisses: {
    'second-disabling-has-no-effect': 'quick depth disables the key once',
  },
  freedoms: {
    'refused-400-ms-later': { keyDisabled: disabledSince(400) },
    'refused-ten-seconds-later': { keyDisabled: disabledSince(10_000) },
  },
})

/** Disabling that takes effect this many milliseconds after the first request that could have seen it. */
function disabledSince(ms: number): Behaviour['keyDisabled'] {
  return (key, now, call) => {
    const slot = `disabled ${key.keyId}`
    if (key.name === 'fixture' || key.state !== 'disabled') {
      call.memory.delete(slot)
      return key.state === 'disabled'
    }
    return now - call.once(slot, () => now) >= ms
  }
}

/** Distinguishes a disabling without effect from a late one: other disabled keys, and the other header, at the same time. */
async function compare(tools: Tools, key: Key, { by, ends }: Pick<Case, 'by' | 'ends'>): Promise<Exchange[]> {
  const other = await tools.control.a.createKey(ends ? {} : { expiresAt: tomorrow() })
  await askBy(tools, other.key, { as: 'active' })
  await tools.control.a.disableKey(other.key)
  const forms = by === 'both' ? FORMS : FORMS.filter((form) => form !== by)
  const [first, ...more] = [other.key, key].flatMap((one) => forms.map((form) => ({ one, form })))
  const ask = ({ one, form }: NonNullable<typeof first>) => askBy(tools, one, { as: 'disabled', by: form })
  return Promise.all([first!, ...more].map(ask))
}

/** What it means if a state cannot be entered, and the likely causes. */
const lost = (to: Moved['to']): [impact: string, ...causes: string[]] =>
  to === 'active'
    ? [
        'A key that is disabled for a while is lost.',
        'disabling is stored as a revocation',
        'enabling changes no stored state',
      ]
    : ['A key cannot be switched off for a while.', 'the transition is missing in the admin code']

/** Milliseconds until the first response of the new state; 0 if it was immediate, or never came. */
function delayOf({ to, answers, returnedAt }: Moved): number {
  const right = answers.find((x) => isRight(to, x))
  return right && right !== answers[0] ? right.sentAt - returnedAt : 0
}

function judgeMove({ to, refused, answers, returnedAt, witnesses = [], again = [] }: Moved): Finding | undefined {
  const transition = to === 'active' ? 're-enable a disabled key' : 'disable an active key'
  if (refused !== undefined)
    return headlined(
      `The console refused to ${transition}: ${refused}`,
      explained(violation(`no refusal to ${transition}`, `a refusal: ${refused}`), ...lost(to)),
    )
  const last = answers.at(-1)!
  if (isRight(to, last)) return undefined
  if (to === 'active')
    return headlined(
      `A re-enabled key does not work: GET /users returned ${responseSummary(last)}`,
      explained(violation('a success (2xx) with a re-enabled key', responseSummary(last), last), ...lost(to)),
    )
  const refusing = witnesses.find((x) => isRight('disabled', x))
  const open = again.find((x) => !isRight('disabled', x))
  const ms = (open ?? last).sentAt - returnedAt
  if (!refusing || again.some((x) => isRight('disabled', x)))
    return unclear(`a disabled key was still accepted ${ms} ms after disableKey returned, and nothing limits that time`)
  const isOtherHeader = refusing.req.credential.form !== open!.req.credential.form
  const witness = isOtherHeader ? `the same key via ${refusing.req.credential.form}` : 'another disabled key'
  return headlined(
    `GET /users accepted a disabled key ${ms} ms after disableKey returned, and rejected ${witness} meanwhile`,
    violation(
      '401 with a disabled key',
      `${responseSummary(open!)}, ${ms} ms after disableKey returned`,
      refusing,
      open!,
    ),
  )
}

const worstOf = (findings: readonly (Finding | undefined)[]): Finding | undefined =>
  findings.find((one) => one?.kind === 'violation') ?? findings.find((one) => one !== undefined)
