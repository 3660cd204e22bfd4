import { setTimeout as sleep } from 'node:timers/promises'
import type { ControlStep } from '../../../src/core/control-tools.ts'
import { count } from '../../../src/core/count.ts'
import type { Exchange } from '../../../src/core/exchange.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { explained, headlined, type Tools, trial, violation } from '../../../src/core/rule.ts'
import type { Key } from '../../../src/core/target.ts'
import { orRefused } from '../../../src/engine/control/refused.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { isAccepted } from '../../shared/key-propagation.ts'
import { askBy, stopped, worstOf } from '../support/judge-issued-key.ts'
import { DAY, inDays, isExpiryOf } from '../support/key-expiry.ts'
import { newName } from '../support/unique-names.ts'

interface Case {
  readonly days: number
  /** Whether the key is used before it is renewed. */
  readonly used: boolean
  /** Requests by the key after its renewal. */
  readonly asked: number
  /** Whether the first of them is a moment later, too. */
  readonly later?: boolean
  /** A second key of the same name, in this state before the renewal. */
  readonly beside?: 'expired' | 'revoked'
}

interface Evidence {
  /** The second key before and after the renewal. */
  readonly beside?: readonly [Exchange, Exchange]
  readonly issued: ControlStep
  readonly renewed: ControlStep
  readonly expiresAt: string | null
  readonly before?: Exchange
  readonly after: readonly Exchange[]
}

/** §8 */
const DEFAULT = 90
/** Days that the key is issued for. */
const FIRST = 30

export default trial<Case, Evidence>({
  level: 'stated',
  title: 'A renewed key keeps its value and gets the new expiry',
  clauses: ['3.renew', '3.renew.value', '3.renew.expiry'],
  tried:
    'A key is renewed before it lapses. The same key keeps working, and its expiry is the lifetime passed to renewKey after the renewal or after the old expiry. A second, expired or revoked key of the same name stays rejected.',
  meaning: 'A client needs another key, or stops working although its key was renewed.',
  causes: [
    'renewal replaces the key, keeps the old expiry or adds the default lifetime',
    'renewal matches keys by name',
  ],
  eager: true,
  needs: ['key', 'control.createKey', 'control.renewKey'],
  after: ['b.key.active-at-once'],
  faults: {
    'new-secret': {
      bRenewed: (key, days, admin) => ({
        ...admin.conforming.bRenewed(key, days, admin),
        digest: key.digest.map((byte) => byte ^ 1),
      }),
    },
    'new-key-id': {
      bRenewed: (key, days, admin) => ({
        ...admin.conforming.bRenewed(key, days, admin),
        keyId: [...key.keyId].reverse().join(''),
      }),
    },
    'new-secret-unknown-to-some-workers': {
      bRenewed: (key, days, admin) => ({ ...admin.conforming.bRenewed(key, days, admin), name: 'renewed' }),
      digestsEqual: (given, kept, call) => call.conforming.digestsEqual(given, kept, call),
      classify: (check, call) =>
        call.record?.name === 'renewed' && call.worker === 2 ? 'wrong-secret' : call.conforming.classify(check, call),
    },
    'replaced-a-moment-later': {
      bRenewed: (key, days, admin) => ({
        ...admin.conforming.bRenewed(key, days, admin),
        name: `renewed ${admin.now}`,
      }),
      classify: (check, call) => {
        const [, renewedAt] = /^renewed (\d+)$/.exec(call.record?.name ?? '') ?? []
        return renewedAt && call.now > Number(renewedAt) + 200 ? 'wrong-secret' : call.conforming.classify(check, call)
      },
    },
    'renews-every-key-of-the-name': {
      bRenewed: (key, days, admin) => {
        admin.memory.set(`renewed ${key.name}`, true)
        return admin.conforming.bRenewed(key, days, admin)
      },
      keyExpired: (key, now, call) =>
        call.conforming.keyExpired(key, now, call) &&
        !(key.name !== 'fixture' && call.memory.has(`renewed ${key.name}`)),
    },
    'revives-every-key-of-the-name': {
      bRenewed: (key, days, admin) => {
        admin.memory.set(`renewed ${key.name}`, true)
        return admin.conforming.bRenewed(key, days, admin)
      },
      keyRevoked: (key, now, call) =>
        call.conforming.keyRevoked(key, now, call) &&
        !(key.name !== 'fixture' && call.memory.has(`renewed ${key.name}`)),
    },
    'expiry-as-it-was': { bRenewed: (key) => key },
    'always-the-default': { bRenewed: (key, _days, admin) => admin.conforming.bRenewed(key, DEFAULT, admin) },
  },
  quickMisses: {
    'renews-every-key-of-the-name': 'quick depth issues one key',
    'revives-every-key-of-the-name': 'quick depth issues one key',
    'new-secret-unknown-to-some-workers': 'one request after the renewal reaches one worker of four',
  },
  freedoms: {
    'counts-from-the-old-expiry': { bRenewed: (key, days) => ({ ...key, expiresAt: key.expiresAt! + days * DAY }) },
    'ends-with-its-last-day': {
      bRenewed: (key, days, { now }) => ({ ...key, expiresAt: Math.ceil((now + days * DAY) / DAY) * DAY - 1 }),
    },
  },
  cases: {
    first: [
      { days: 365, used: false, asked: 1, later: true },
      { days: 365, used: false, asked: 1 },
      { days: 180, used: true, asked: 4 },
      { days: 1000, used: true, asked: 6 },
      { days: 90, used: false, asked: 1, beside: 'expired' },
      { days: 91, used: false, asked: 1, beside: 'revoked' },
    ],
    count: [1, 6, 6],
  },
  async send({ days, asked, used, later, beside }, tools) {
    const { control } = tools
    // Each renewal is to a later day: a console may refuse to bring an expiry forward.
    const name = newName()
    const { key, step: issued } = await control.b.createKey({ name, lifetimeDays: FIRST })
    const second = beside && (await createBeside(beside, name, tools))
    const askSecond = () =>
      askBy(tools, second!, { as: beside!, note: `a second key of the same name, which is ${beside}` })
    const secondBefore = second && (await askSecond())
    const before = used ? await askBy(tools, key, { as: 'active', note: 'a key just issued' }) : undefined
    const { step: renewed, expiresAt } = await control.b.renewKey(key, { lifetimeDays: days })
    const after: Exchange[] = []
    if (later) await sleep(3 * PAUSE)
    while (after.length < asked) {
      after.push(await askBy(tools, key, { as: 'active', note: 'the key after it was renewed' }))
      if (after.length > 2) await sleep(PAUSE)
    }
    const pair = secondBefore && ([secondBefore, await askSecond()] as const)
    return { issued, renewed, expiresAt, before, after, ...(pair && { beside: pair }) }
  },
  judge({ issued, renewed, expiresAt, before, after, beside }, { days }) {
    const worst = worstOf(
      after.map((x) =>
        stopped(before, x, 'when it was renewed', 'A client stops working although its key was renewed.'),
      ),
    )
    if (worst) return worst
    // Clocks may differ: a second key that still worked is no evidence.
    if (beside && !isAccepted(beside[0]) && isAccepted(beside[1]))
      return headlined(
        `Renewing one key also reactivated a second key, which was ${beside[0].req.credential.class}: ${requestLine(beside[1].req)} returned ${responseSummary(beside[1])}`,
        explained(
          violation(`${beside[0].response!.status}, as before the renewal`, responseSummary(beside[1]), ...beside),
          'A key that had stopped working, perhaps on purpose, works again.',
        ),
      )
    const fromOld = { calledAt: issued.calledAt + FIRST * DAY, returnedAt: issued.returnedAt + FIRST * DAY }
    if (isExpiryOf(expiresAt, days, renewed) || isExpiryOf(expiresAt, days, { ...renewed, ...fromOld }))
      return undefined
    return headlined(
      `A key renewed for ${count(days, 'day')} expires ${inDays(expiresAt, renewed)}`,
      explained(
        violation(`an expiry ${days} days after the renewal or after the old expiry`, inDays(expiresAt, renewed)),
        'A renewed key expires at another time than its administrator chose.',
      ),
    )
  },
})

/** Milliseconds between later requests: what is done in the background after a renewal shows then. */
const PAUSE = 120

/** A console may refuse a second key of this name, or may be unable to let it expire. */
async function createBeside(state: 'expired' | 'revoked', name: string, { control }: Tools): Promise<Key | undefined> {
  const end = state === 'expired' ? 'expireKey' : 'revokeKey'
  if (!control.has(end)) return undefined
  const done = await orRefused(control.b.createKey({ name, lifetimeDays: FIRST }))
  if ('refused' in done) return undefined
  await control.b[end](done.key)
  return done.key
}
