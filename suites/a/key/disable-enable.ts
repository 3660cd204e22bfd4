import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { type Finding, trial, unclear, violation } from '../../../src/core/rule.ts'
import { orRefused } from '../../../src/engine/control/refused.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { FORMS, type Form } from '../api.ts'
import { askBy, askUntil, tomorrow } from '../support/created-keys.ts'

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
  readonly moves: readonly Moved[]
}

interface Moved {
  readonly to: 'disabled' | 'active'
  readonly refused?: string
  readonly answers: readonly Exchange[]
}

const isRight = (to: Moved['to'], x: Exchange): boolean => isSuccess(x) === (to === 'active')

export default trial<Case, Evidence>({
  level: 'stated',
  title: 'A disabled key is rejected, and works again with the same value once it is re-enabled',
  clauses: ['2.key.admin-ui', '3.disable', '3.disable.off', '3.enable'],
  tried:
    'A key is created, disabled and re-enabled, once or twice, and used in each state. A change that takes effect moments later is a warning, since nothing says that it is instant.',
  meaning: 'A key cannot be disabled for a while: it stays active, or is lost.',
  causes: ['a cache of keys outlives the change', 'disabling is stored as a revocation'],
  needs: ['key', 'control.createKey', 'control.disableKey', 'control.enableKey'],
  after: ['a.auth.api-key-accepted', 'a.auth.bearer-accepted', 'a.auth.missing-key', 'a.key.active-at-once'],
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
      const forms = as === 'disabled' ? [...FORMS, ...FORMS] : ['X-Api-Key' as const]
      const answers = await Promise.all(forms.map((form) => askBy(tools, key, { as, by: form })))
      return answers.find((x) => !isRight(as, x)) ?? answers[0]!
    }
    const created = await ask('active')
    const moves: Moved[] = []
    for (let i = 0; i < 2 * times && moves.every(({ refused }) => refused === undefined); i++) {
      const to = i % 2 === 0 ? 'disabled' : 'active'
      const done = await orRefused(tools.control.a[to === 'active' ? 'enableKey' : 'disableKey'](key))
      if ('refused' in done) moves.push({ to, refused: done.refused, answers: [] })
      else
        moves.push({
          to,
          answers: await askUntil(
            () => ask(to),
            (x) => isRight(to, x),
          ),
        })
    }
    return { created, moves }
  },
  judge({ created, moves }) {
    if (!isSuccess(created)) return unclear(`the key did not work before: ${responseSummary(created)}`)
    const findings = moves.map(judgeMove).filter((finding) => finding !== undefined)
    return findings.find((finding) => !('warning' in finding)) ?? findings[0]
  },
  faults: {
    'stays-on': {
      keyDisabled: (key, now, call) => key.name === 'fixture' && call.lawful.keyDisabled(key, now, call),
    },
    'stays-on-until-its-expiry': {
      keyDisabled: (key, now, call) =>
        (key.name === 'fixture' || key.expiresAt === undefined) && call.lawful.keyDisabled(key, now, call),
    },
    'stays-on-by-bearer': {
      keyDisabled: (key, now, call) =>
        (key.name === 'fixture' || call.form !== 'bearer') && call.lawful.keyDisabled(key, now, call),
    },
    'disabling-revokes': {
      keyMove: (state, move, desk) => (move === 'disable' ? 'revoked' : desk.lawful.keyMove(state, move, desk)),
    },
    'enabling-does-nothing': {
      keyMove: (state, move, desk) => (move === 'enable' ? state : desk.lawful.keyMove(state, move, desk)) as 'active',
    },
    'cached-for-ten-seconds': { keyMaxAgeMs: () => 10_000 },
    'cached-for-400-ms': { keyMaxAgeMs: () => 400 },
  },
})

function judgeMove({ to, refused, answers }: Moved): Finding | undefined {
  const move = to === 'active' ? 're-enable a disabled key' : 'disable an active key'
  if (refused !== undefined) return violation(`the console to ${move}`, `refused: ${refused}`)
  const [first, last] = [answers[0]!, answers.at(-1)!]
  if (isRight(to, first)) return undefined
  const expected =
    to === 'active' ? 'a success (2xx) with the key once it was re-enabled' : 'no success with a disabled key'
  if (!isRight(to, last)) return violation(expected, responseSummary(last), last)
  return {
    ...violation(expected, `${responseSummary(first)}; ${last.sentAt - first.sentAt} ms later it was so`, first),
    warning: true,
  }
}
