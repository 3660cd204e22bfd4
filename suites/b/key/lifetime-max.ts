import type { ControlStep } from '../../../src/core/control-tools.ts'
import { type Finding, type Tools, trial, unclear, violation } from '../../../src/core/rule.ts'
import { orRefused } from '../../../src/engine/control/refused.ts'
import { DAY, inDays, isExpiryOf, isLater } from '../support/key-expiry.ts'

/** §2, §8 */
const MAX = 3650

interface Case {
  /** A lifetime beyond the limit; null requests an unlimited one, and so may a number below 1. */
  readonly days: number | null
}

/** What came of issuing a key; no expiry where that was refused. */
interface Issue {
  readonly step: ControlStep
  readonly expiresAt?: string | null
}

interface Evidence {
  readonly beyond: Issue
  readonly longest: Issue
  /** Where the longest was refused: whether any key is issued at all. */
  readonly usual?: Issue
}

export default trial<Case, Evidence>({
  level: 'stated',
  title: 'A lifetime of 3650 days is accepted; a longer or unlimited one is refused',
  clauses: [
    '2.key.lifetime',
    '2.key.lifetime.chosen',
    '2.key.lifetime.max',
    '2.key.lifetime.limited',
    '8.lifetime-max',
  ],
  tried:
    'A key is issued with a lifetime beyond the limit or an unlimited one, and no request is sent. Either that is refused, or the key ends no later than a key of 3650 days that is issued after it.',
  meaning: 'A key that nobody remembers lives for ever, or one that is allowed cannot be issued.',
  causes: [
    'the limit is checked in the form of the console only',
    'a lifetime of 0 or null stands for unlimited',
    'ten years are counted by the calendar, or the end of the range is excluded',
  ],
  needs: ['key', 'control.createKey'],
  faults: {
    'no-limit': {
      bLifetimeDays: (chosen = 90, { lawful, ...desk }) =>
        positive(chosen) ?? lawful.bLifetimeDays(chosen, { lawful, ...desk }),
    },
    'null-is-unlimited': {
      bLifetimeDays: (chosen, desk) => (chosen === null ? 36_500 : desk.lawful.bLifetimeDays(chosen, desk)),
    },
    'zero-is-unlimited': {
      bLifetimeDays: (chosen, desk) => (chosen === 0 ? 36_500 : desk.lawful.bLifetimeDays(chosen, desk)),
    },
    'ten-calendar-years': {
      bLifetimeDays: (chosen, desk) =>
        chosen === 3651 || chosen === 3652 ? chosen : desk.lawful.bLifetimeDays(chosen, desk),
    },
    'what-is-too-large-for-a-date': {
      bLifetimeDays: (chosen, desk) => (Number(chosen) > 999_999 ? 4000 : desk.lawful.bLifetimeDays(chosen, desk)),
    },
    'end-excluded': {
      bLifetimeDays: (chosen, desk) => (chosen === MAX ? undefined : desk.lawful.bLifetimeDays(chosen, desk)),
    },
    'cut-down-to-a-year': {
      bLifetimeDays: (chosen, desk) =>
        typeof chosen === 'number' && chosen > 365 ? 365 : desk.lawful.bLifetimeDays(chosen, desk),
    },
  },
  freedoms: {
    'cut-down-to-the-limit': {
      bLifetimeDays: (chosen, desk) =>
        typeof chosen === 'number' ? Math.min(Math.max(chosen, 1), MAX) : desk.lawful.bLifetimeDays(chosen ?? 90, desk),
    },
    'ends-with-its-last-day': { bExpiresAt: (now, days) => Math.ceil((now + days * DAY) / DAY) * DAY - 1 },
  },
  cases: {
    first: [{ days: MAX + 1 }, { days: null }, { days: 0 }, { days: 36_500 }, { days: 1_000_000 }, { days: -1 }],
    count: [3, 5, 6],
  },
  async send({ days }, tools) {
    const beyond = await issue(tools, days)
    const longest = await issue(tools, MAX)
    return longest.expiresAt === undefined
      ? { beyond, longest, usual: await issue(tools, undefined) }
      : { beyond, longest }
  },
  judge({ beyond, longest, usual }, { days }) {
    if (longest.expiresAt === undefined) return refused(longest, usual)
    if (!isExpiryOf(longest.expiresAt, MAX, longest.step))
      return violation(`a key issued for ${MAX} days to expire then`, inDays(longest.expiresAt, longest.step))
    if (beyond.expiresAt === undefined || !isLater(beyond.expiresAt, longest.expiresAt)) return undefined
    const what = days === null ? 'an unlimited lifetime' : `a lifetime of ${days} days`
    return violation(
      `${what} to be refused, or cut down to ${MAX} days`,
      `a key that expires ${inDays(beyond.expiresAt, beyond.step)}`,
    )
  },
})

const positive = (days: unknown): number | undefined => (typeof days === 'number' && days > 0 ? days : undefined)

async function issue({ control }: Tools, lifetimeDays: number | null | undefined): Promise<Issue> {
  const done = await orRefused(control.b.createKey(lifetimeDays === undefined ? {} : { lifetimeDays }))
  return 'refused' in done ? { step: done.step } : { step: done.step, expiresAt: done.expiresAt }
}

function refused({ step }: Issue, usual: Issue | undefined): Finding {
  if (usual?.expiresAt === undefined) return unclear(`the console refused createKey: ${step.refused}`)
  return violation(`a lifetime of ${MAX} days to be granted, as the usual one is`, `a refusal: ${step.refused}`)
}
