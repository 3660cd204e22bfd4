import { setTimeout as sleep } from 'node:timers/promises'
import type { ControlStep } from '../../../src/core/control-tools.ts'
import type { Exchange } from '../../../src/core/exchange.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { explained, type Finding, headlined, trial, unclear, violation } from '../../../src/core/rule.ts'
import { orRefused } from '../../../src/engine/control/refused.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { mostBehind } from '../../../src/judge/server-clock.ts'
import { isAccepted } from '../../shared/key-propagation.ts'
import { type EndpointName, rowsFirst } from '../api.ts'
import { askBy } from '../support/judge-issued-key.ts'
import { DAY } from '../support/key-expiry.ts'

interface Case {
  /** Requests after the expiry. */
  readonly asked: number
  /** Whether it is renewed before it expires. */
  readonly renewed?: true
}

interface Evidence {
  readonly expired: ControlStep
  readonly before: Exchange
  readonly after: readonly Exchange[]
  /** If some of those were accepted: responses after the key has expired by every known clock. */
  readonly later?: readonly Exchange[]
}

/** Clocks that are farther apart than this are not waited for. */
const MOST_WAIT = 5000
/** Who writes the Date need not be who lets keys expire: a second more or less is no matter of theirs. */
const LEAST_WAIT = 1000

export default trial<Case, Evidence>({
  level: 'stated',
  title: 'A key works until its expiry and gets 401 from then on',
  clauses: ['3.expire', '3.expire.401'],
  tried:
    'A key is issued, used, expired by the control module, and used again at several endpoints; so is a key that was renewed. If it is still accepted, it is used again once the difference of the clocks, as the Date header shows it, has passed.',
  meaning: 'An expired key keeps reading data.',
  causes: [
    'the expiry is not checked at this endpoint or by this worker, or with some seconds of grace',
    'the expiry is compared by date only, or in another time zone',
    'a job marks keys as expired now and then, or a cache outlives the expiry',
    'a renewal cancels the job that ends the key, or its expiry is cached',
  ],
  eager: true,
  needs: ['key', 'control.createKey', 'control.expireKey'],
  after: ['b.key.active-at-once', 'b.auth.expired-key'],
  follows: ['b.key.unique', 'b.key.revoke-instant'],
  faults: {
    'never-expires': {
      keyExpired: (key, now, call) => key.name === 'fixture' && call.conforming.keyExpired(key, now, call),
    },
    'five-seconds-of-grace': { keyExpired: (key, now, call) => call.conforming.keyExpired(key, now - 5000, call) },
    'until-the-end-of-the-day': {
      keyExpired: (key, now) => key.expiresAt !== undefined && Math.floor(now / DAY) > Math.floor(key.expiresAt / DAY),
    },
    'two-hours-west': { keyExpired: (key, now, call) => call.conforming.keyExpired(key, now - DAY / 12, call) },
    'not-known-to-one-worker': {
      keyExpired: (key, now, call) =>
        call.conforming.keyExpired(key, now, call) && (key.name === 'fixture' || call.worker !== 2),
    },
    'not-checked-at-rows': {
      keyExpired: (key, now, call) =>
        call.conforming.keyExpired(key, now, call) && (key.name === 'fixture' || call.endpoint !== 'rows'),
    },
    'renewed-keys-never-expire': {
      bRenewed: (key, days, admin) => ({ ...admin.conforming.bRenewed(key, days, admin), name: 'renewed' }),
      keyExpired: (key, now, call) => call.conforming.keyExpired(key, now, call) && key.name !== 'renewed',
    },
    'expiry-of-the-renewal-cached': {
      bRenewed: (key, days, admin) => {
        const renewed = admin.conforming.bRenewed(key, days, admin)
        admin.memory.set(`expiry ${key.keyId}`, renewed.expiresAt)
        return renewed
      },
      keyExpired: (key, now, call) =>
        now >= Number(call.memory.get(`expiry ${key.keyId}`) ?? key.expiresAt ?? Number.POSITIVE_INFINITY),
    },
  },
  quickMisses: {
    'renewed-keys-never-expire': 'quick depth renews no key that expires',
    'expiry-of-the-renewal-cached': 'quick depth renews no key that expires',
    'not-known-to-one-worker': 'one request after the expiry reaches one worker of four',
  },
  freedoms: {
    'renewal-refused': { bRenewalDays: () => undefined },
    'clock-three-minutes-behind': { clock: (trueMs) => trueMs - 180_000 },
    'expired-by-a-clock-that-is-ahead': {
      keyExpired: (key, now, call) => call.conforming.keyExpired(key, now - 300, call),
    },
    'ahead-and-the-date-stands-still': {
      keyExpired: (key, now, call) => call.conforming.keyExpired(key, now - 300, call),
      dateHeader: (_now, call) => call.conforming.dateHeader(call.connectedAt - 60_000, call),
    },
    'ahead-without-a-date': {
      keyExpired: (key, now, call) => call.conforming.keyExpired(key, now - 300, call),
      dateHeader: () => undefined,
    },
  },
  cases: { first: [{ asked: 1 }, { asked: 12 }, { asked: 1, renewed: true }], count: [1, 3, 3] },
  async send({ asked, renewed }, tools) {
    const { key } = await tools.control.b.createKey()
    const before = await askBy(tools, key, { as: 'active', note: 'a key just issued' })
    // Whether it can be renewed is judged by b.key.renew.
    if (renewed && tools.control.has('renewKey')) await orRefused(tools.control.b.renewKey(key, { lifetimeDays: 120 }))
    const { step: expired } = await tools.control.b.expireKey(key)
    const ask = (endpoint: EndpointName) =>
      askBy(tools, key, { as: 'expired', note: 'the key after its expiry', endpoint })
    const endpoints = rowsFirst(tools.target).filter((name) => name !== 'company')
    const everywhere = (count: number) =>
      Promise.all(Array.from({ length: count }, (_, i) => ask(endpoints[Math.floor(i + i / 4) % endpoints.length]!)))
    const after = await everywhere(asked)
    if (!after.some(isAccepted)) return { expired, before, after }
    const behind = mostBehind([before, ...after]) ?? 0
    await sleep(Math.max(behind > MOST_WAIT ? 0 : behind, LEAST_WAIT) + 100)
    return { expired, before, after, later: await everywhere(Math.max(asked, 4)) }
  },
  judge({ expired, before, after, later }, { renewed }): Finding | undefined {
    if (!isAccepted(before)) return unclear('the key was not accepted before it expired')
    const wrong = [...after, ...(later ?? [])].find((x) => !isAccepted(x) && x.response!.status !== 401)
    if (wrong)
      return headlined(
        `An expired key got another status than 401: ${requestLine(wrong.req)} returned ${responseSummary(wrong)}`,
        explained(
          violation('401 with an expired key', responseSummary(wrong), before, wrong),
          'A client does not learn that its key has expired.',
          'an expired key gets a separate status, as if it lacked a permission',
        ),
      )
    if (!after.some(isAccepted)) return undefined
    const accepted = (later ?? []).filter(isAccepted)
    if (accepted.length === 0) return undefined
    const behind = mostBehind([before, ...after])
    if (behind === undefined || behind > MOST_WAIT) return unclear(apart(behind))
    const last = accepted.at(-1)!
    const ms = last.sentAt - expired.returnedAt
    return headlined(
      `The server accepted a ${renewed ? 'renewed ' : ''}key ${ms} ms after it expired: ${requestLine(last.req)} returned ${responseSummary(last)}`,
      violation('401 with an expired key', `${responseSummary(last)}, ${ms} ms after the expiry`, before, last),
    )
  },
})

function apart(behind: number | undefined): string {
  const how =
    behind === undefined
      ? 'no advancing Date header shows how far the clocks differ'
      : `the target's clock is ${Math.round(behind / 1000)} s behind`
  return `the key was accepted after its expiry, but ${how}`
}
