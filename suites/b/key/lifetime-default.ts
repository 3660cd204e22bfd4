import type { ControlStep } from '../../../src/core/control-tools.ts'
import { headlined, trial, violation } from '../../../src/core/rule.ts'
import { DAY, inDays, isExpiryOf } from '../support/key-expiry.ts'

/** §2, §8 */
const DEFAULT = 90

interface Issued {
  readonly step: ControlStep
  readonly expiresAt: string | null
}

export default trial<Record<string, never>, Issued>({
  level: 'stated',
  title: 'A key lives 90 days unless another lifetime is chosen',
  clauses: ['2.key.lifetime', '2.key.lifetime.default', '8.lifetime-default'],
  tried: 'A key is issued without a lifetime, and no request is sent. Its expiry is 90 days ahead, within a day.',
  meaning: 'Keys expire earlier or later than the documented 90 days.',
  causes: ['the service or the console has another default', 'days are counted as months or hours'],
  needs: ['key', 'control.createKey'],
  faults: {
    'thirty-days': { bLifetimeDays: (chosen, admin) => admin.conforming.bLifetimeDays(chosen ?? 30, admin) },
    'the-longest': { bLifetimeDays: (chosen, admin) => admin.conforming.bLifetimeDays(chosen ?? 3650, admin) },
    'ninety-hours': {
      bLifetimeDays: (chosen, admin) =>
        chosen === undefined ? 90 / 24 : admin.conforming.bLifetimeDays(chosen, admin),
    },
    'a-hundred-days': { bLifetimeDays: (chosen, admin) => admin.conforming.bLifetimeDays(chosen ?? 100, admin) },
  },
  freedoms: {
    'ends-with-its-last-day': { bExpiresAt: (now, days) => Math.ceil((now + days * DAY) / DAY) * DAY - 1 },
    'the-day-of-issue-counts': { bExpiresAt: (now, days) => Math.ceil((now + (days - 1) * DAY) / DAY) * DAY },
    'clock-ten-minutes-behind': { clock: (trueMs) => trueMs - 600_000 },
  },
  cases: { first: [{}], count: [1, 1, 1], cost: () => 0 },
  async send(_, { control }) {
    const { step, expiresAt } = await control.b.createKey()
    return { step, expiresAt }
  },
  judge({ step, expiresAt }) {
    if (isExpiryOf(expiresAt, DEFAULT, step)) return undefined
    return headlined(
      `A key issued without a lifetime expires ${inDays(expiresAt, step)} instead of ${DEFAULT} days`,
      violation(`an expiry ${DEFAULT} days after the issue, give or take a day`, inDays(expiresAt, step)),
    )
  },
})
