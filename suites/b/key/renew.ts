import { setTimeout as sleep } from 'node:timers/promises'
import type { ControlStep } from '../../../src/core/control-tools.ts'
import type { Exchange } from '../../../src/core/exchange.ts'
import { trial, violation } from '../../../src/core/rule.ts'
import { askBy, stopped, worstOf } from '../support/issued-keys.ts'
import { DAY, inDays, isExpiryOf } from '../support/key-expiry.ts'

interface Case {
  readonly days: number
  /** Whether the key is used before it is renewed. */
  readonly used: boolean
  /** Requests by the key after its renewal. */
  readonly asked: number
  /** Whether the first of them is a moment later, too. */
  readonly later?: boolean
}

interface Evidence {
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
    'A key is renewed before it lapses. The same key keeps working, and its expiry is the chosen lifetime after the renewal or after the old expiry.',
  meaning: 'A client needs another key, or stops working although its key was renewed.',
  causes: [
    'renewal issues a new secret, or a new key under the same name',
    'the old key works on for as long as it is cached',
    'renewal leaves the expiry as it was, or always adds the default lifetime',
  ],
  needs: ['key', 'control.createKey', 'control.renewKey'],
  after: ['b.key.active-at-once'],
  faults: {
    'new-secret': {
      bRenewed: (key, days, desk) => ({
        ...desk.lawful.bRenewed(key, days, desk),
        digest: key.digest.map((byte) => byte ^ 1),
      }),
    },
    'new-key-id': {
      bRenewed: (key, days, desk) => ({
        ...desk.lawful.bRenewed(key, days, desk),
        keyId: [...key.keyId].reverse().join(''),
      }),
    },
    'new-secret-unknown-to-some-workers': {
      bRenewed: (key, days, desk) => ({ ...desk.lawful.bRenewed(key, days, desk), name: 'renewed' }),
      digestsEqual: (given, kept, call) => call.lawful.digestsEqual(given, kept, call),
      classify: (check, call) =>
        call.record?.name === 'renewed' && call.worker === 2 ? 'wrong-secret' : call.lawful.classify(check, call),
    },
    'replaced-a-moment-later': {
      bRenewed: (key, days, desk) => ({ ...desk.lawful.bRenewed(key, days, desk), name: `renewed ${desk.now}` }),
      classify: (check, call) => {
        const [, renewedAt] = /^renewed (\d+)$/.exec(call.record?.name ?? '') ?? []
        return renewedAt && call.now > Number(renewedAt) + 200 ? 'wrong-secret' : call.lawful.classify(check, call)
      },
    },
    'expiry-as-it-was': { bRenewed: (key) => key },
    'always-the-default': { bRenewed: (key, _days, desk) => desk.lawful.bRenewed(key, DEFAULT, desk) },
  },
  quickMisses: {
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
      { days: 90, used: false, asked: 6 },
    ],
    count: [1, 5, 5],
  },
  async send({ days, asked, used, later }, tools) {
    const { control } = tools
    // Each renewal is to a later day: a console may refuse to bring an expiry forward.
    const { key, step: issued } = await control.b.createKey({ lifetimeDays: FIRST })
    const before = used ? await askBy(tools, key, { as: 'active', note: 'a key just issued' }) : undefined
    const { step: renewed, expiresAt } = await control.b.renewKey(key, { lifetimeDays: days })
    const after: Exchange[] = []
    if (later) await sleep(3 * PAUSE)
    while (after.length < asked) {
      after.push(await askBy(tools, key, { as: 'active', note: 'the key after it was renewed' }))
      if (after.length > 2) await sleep(PAUSE)
    }
    return { issued, renewed, expiresAt, before, after }
  },
  judge({ issued, renewed, expiresAt, before, after }, { days }) {
    const worst = worstOf(after.map((x) => stopped(before, x, 'the same key after its renewal')))
    if (worst) return worst
    const fromOld = { calledAt: issued.calledAt + FIRST * DAY, returnedAt: issued.returnedAt + FIRST * DAY }
    if (isExpiryOf(expiresAt, days, renewed) || isExpiryOf(expiresAt, days, { ...renewed, ...fromOld }))
      return undefined
    return violation(`an expiry ${days} days on from the renewal or from the old expiry`, inDays(expiresAt, renewed))
  },
})

/** Milliseconds between later requests: what is done in the background after a renewal shows then. */
const PAUSE = 120
