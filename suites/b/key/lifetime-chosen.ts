import type { ControlStep } from '../../../src/core/control-tools.ts'
import { count } from '../../../src/core/count.ts'
import { type Finding, headlined, trial, violation } from '../../../src/core/rule.ts'
import { orRefused } from '../../../src/engine/control/refused.ts'
import { DAY, inDays, isExpiryOf } from '../support/key-expiry.ts'

interface Case {
  readonly days: number
}

interface Issued {
  readonly step: ControlStep
  /** Missing where the console refused. */
  readonly expiresAt?: string | null
}

export default trial<Case, Issued>({
  level: 'stated',
  since: 3,
  title: 'A key expires the chosen number of days after its issue',
  clauses: ['2.key.lifetime', '2.key.lifetime.chosen'],
  tried:
    'Keys are issued for 1 to 3649 days, and no request is sent. Each expiry is that many days ahead, within a day. A console that offers only some lifetimes may refuse the others.',
  meaning: 'A key expires earlier or later than its administrator chose.',
  causes: [
    'the chosen lifetime is dropped, rounded or capped',
    'a duration in milliseconds overflows 32 bits after 24 days',
  ],
  needs: ['key', 'control.createKey'],
  after: ['b.key.lifetime-default'],
  faults: {
    'always-the-default': { bLifetimeDays: (_chosen, admin) => admin.conforming.bLifetimeDays(90, admin) },
    'a-week-at-least': {
      bLifetimeDays: (chosen, admin) =>
        typeof chosen === 'number' && chosen < 7 ? 7 : admin.conforming.bLifetimeDays(chosen, admin),
    },
    'rounded-to-months': {
      bExpiresAt: (now, days) => now + (days < 30 ? days : Math.floor(days / 30) * 30) * DAY,
    },
    'years-of-360-days': {
      bExpiresAt: (now, days) => now + (days >= 365 && days < 3650 ? days - 5 * Math.floor(days / 365) : days) * DAY,
    },
    'milliseconds-in-32-bits': { bExpiresAt: (now, days) => now + (days === 90 ? days * DAY : (days * DAY) | 0) },
    'five-years-at-most': { bExpiresAt: (now, days) => now + (days < 3650 ? Math.min(days, 1826) : days) * DAY },
  },
  quickMisses: {
    'five-years-at-most': 'quick depth tries three lifetimes',
    'rounded-to-months': 'quick depth tries three lifetimes',
  },
  freedoms: {
    'ends-with-its-last-day': { bExpiresAt: (now, days) => Math.ceil((now + days * DAY) / DAY) * DAY - 1 },
    'the-day-of-issue-counts': { bExpiresAt: (now, days) => Math.ceil((now + (days - 1) * DAY) / DAY) * DAY },
    'clock-ten-minutes-behind': { clock: (trueMs) => trueMs - 600_000 },
  },
  cases: {
    first: [1, 366, 25, 2, 89, 91, 365, 1000, 3649].map((days) => ({ days })),
    count: [3, 9, 9],
    cost: () => 0,
  },
  async send({ days }, { control }) {
    const done = await orRefused(control.b.createKey({ lifetimeDays: days }))
    return 'refused' in done ? { step: done.step } : { step: done.step, expiresAt: done.expiresAt }
  },
  judge({ step, expiresAt }, { days }): Finding | undefined {
    // A console may offer a list of lifetimes.
    if (expiresAt === undefined || isExpiryOf(expiresAt, days, step)) return undefined
    return headlined(
      `A key issued for ${count(days, 'day')} expires ${inDays(expiresAt, step)}`,
      violation(`an expiry ${count(days, 'day')} after the issue, give or take a day`, inDays(expiresAt, step)),
    )
  },
})
