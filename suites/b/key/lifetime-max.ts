import type { ControlStep } from '../../../src/core/control-tools.ts'
import { count } from '../../../src/core/count.ts'
import { explained, type Finding, headlined, type Tools, trial, unclear, violation } from '../../../src/core/rule.ts'
import { orRefused } from '../../../src/engine/control/refused.ts'
import { DAY, inDays, isExpiryOf, isLater } from '../support/key-expiry.ts'

/** §2, §8 */
const MAX = 3650
/** Days that a key to be renewed is issued for. */
const FIRST = 30

interface Case {
  /** A lifetime beyond the limit; null requests an unlimited one, and so may a number below 1. */
  readonly days: number | null
  /** Renews a key for so long instead of issuing one. */
  readonly renewal?: true
}

/** Outcome of issuing a key; no expiry if that was refused. */
interface Issue {
  readonly step: ControlStep
  readonly expiresAt?: string | null
}

interface Evidence {
  readonly beyond: Issue
  readonly longest: Issue
  /** The key that `beyond` renews. */
  readonly renewed?: Issue
  /** Where the longest was refused: whether any key is issued at all. */
  readonly usual?: Issue
}

export default trial<Case, Evidence>({
  level: 'stated',
  title: 'No key is issued for more than 3650 days, and 3650 days are accepted',
  clauses: [
    '2.key.lifetime',
    '2.key.lifetime.chosen',
    '2.key.lifetime.max',
    '2.key.lifetime.limited',
    '8.lifetime-max',
  ],
  tried:
    'A key is issued with a lifetime beyond the limit or an unlimited one, and no request is sent. Either that is refused, or the key ends no later than a key of 3650 days that is issued after it. A key is also renewed beyond the limit, if the control module can: it must not end more than 3650 days after its old expiry.',
  meaning: 'A forgotten key never expires, or an allowed key cannot be issued.',
  causes: [
    'the lifetime is checked in the console form only, not for renewals, or against another limit than 3650 days',
    'a lifetime of 0 or null means unlimited',
  ],
  needs: ['key', 'control.createKey'],
  faults: {
    'no-limit': {
      bLifetimeDays: (chosen = 90, { conforming, ...admin }) =>
        positive(chosen) ?? conforming.bLifetimeDays(chosen, { conforming, ...admin }),
    },
    'null-is-unlimited': {
      bLifetimeDays: (chosen, admin) => (chosen === null ? 36_500 : admin.conforming.bLifetimeDays(chosen, admin)),
    },
    'zero-is-unlimited': {
      bLifetimeDays: (chosen, admin) => (chosen === 0 ? 36_500 : admin.conforming.bLifetimeDays(chosen, admin)),
    },
    'ten-calendar-years': {
      bLifetimeDays: (chosen, admin) =>
        chosen === 3651 || chosen === 3652 ? chosen : admin.conforming.bLifetimeDays(chosen, admin),
    },
    'what-is-too-large-for-a-date': {
      bLifetimeDays: (chosen, admin) =>
        Number(chosen) > 999_999 ? 4000 : admin.conforming.bLifetimeDays(chosen, admin),
    },
    'renewal-without-limit': {
      bRenewalDays: (chosen, admin) => positive(chosen) ?? admin.conforming.bRenewalDays(chosen, admin),
    },
    'end-excluded': {
      bLifetimeDays: (chosen, admin) => (chosen === MAX ? undefined : admin.conforming.bLifetimeDays(chosen, admin)),
    },
    'cut-down-to-a-year': {
      bLifetimeDays: (chosen, admin) =>
        typeof chosen === 'number' && chosen > 365 ? 365 : admin.conforming.bLifetimeDays(chosen, admin),
    },
  },
  quickMisses: {
    'what-is-too-large-for-a-date': 'quick depth tries three lifetimes',
    'renewal-without-limit': 'quick depth renews no key',
  },
  freedoms: {
    'renewal-cut-down-and-counted-from-the-old-expiry': {
      bRenewalDays: (chosen) => Math.min(Number(chosen), MAX),
      bRenewed: (key, days) => ({ ...key, expiresAt: key.expiresAt! + days * DAY }),
    },
    'cut-down-to-the-limit': {
      bLifetimeDays: (chosen, admin) =>
        typeof chosen === 'number'
          ? Math.min(Math.max(chosen, 1), MAX)
          : admin.conforming.bLifetimeDays(chosen ?? 90, admin),
    },
    'ends-with-its-last-day': { bExpiresAt: (now, days) => Math.ceil((now + days * DAY) / DAY) * DAY - 1 },
  },
  cases: {
    first: ({ control }) => [
      { days: MAX + 1 },
      { days: null },
      { days: 0 },
      ...(control?.includes('renewKey') ? [{ days: 4000, renewal: true as const }] : []),
      { days: 36_500 },
      { days: 1_000_000 },
      { days: -1 },
    ],
    count: [3, 6, 7],
    cost: () => 0,
  },
  async send({ days, renewal }, tools) {
    if (renewal) return renew(tools, days)
    const beyond = await issue(tools, days)
    const longest = await issue(tools, MAX)
    return longest.expiresAt === undefined
      ? { beyond, longest, usual: await issue(tools, undefined) }
      : { beyond, longest }
  },
  judge({ beyond, longest, usual, renewed }, { days }) {
    if (renewed) return judgeRenewal(beyond, renewed, days)
    if (longest.expiresAt === undefined) return refused(longest, usual)
    if (!isExpiryOf(longest.expiresAt, MAX, longest.step))
      return headlined(
        `A key issued for ${MAX} days expires ${inDays(longest.expiresAt, longest.step)}`,
        explained(
          violation(`an expiry ${MAX} days after the issue`, inDays(longest.expiresAt, longest.step)),
          'A key expires at another time than its administrator chose.',
        ),
      )
    if (beyond.expiresAt === undefined || !isLater(beyond.expiresAt, longest.expiresAt)) return undefined
    const what = days === null ? 'an unlimited lifetime' : `a lifetime of ${count(days, 'day')}`
    return tooLong(`issued a key with ${what}`, beyond.expiresAt, beyond.step)
  },
})

const positive = (days: unknown): number | undefined => (typeof days === 'number' && days > 0 ? days : undefined)

async function issue({ control }: Tools, lifetimeDays: number | null | undefined): Promise<Issue> {
  const done = await orRefused(control.b.createKey(lifetimeDays === undefined ? {} : { lifetimeDays }))
  return 'refused' in done ? { step: done.step } : { step: done.step, expiresAt: done.expiresAt }
}

function refused({ step }: Issue, usual: Issue | undefined): Finding {
  if (usual?.expiresAt === undefined) return unclear(`the console refused createKey: ${step.refused}`)
  return headlined(
    `The console refused a lifetime of ${MAX} days, the documented maximum: ${step.refused}`,
    explained(
      violation(`a key with a lifetime of ${MAX} days`, `a refusal: ${step.refused}`),
      'An administrator cannot issue a key with an allowed lifetime.',
    ),
  )
}

async function renew(tools: Tools, days: number | null): Promise<Evidence> {
  const { control } = tools
  const { key, step, expiresAt } = await control.b.createKey({ lifetimeDays: FIRST })
  const renewed: Issue = { step, expiresAt }
  const done = await orRefused(control.b.renewKey(key, { lifetimeDays: days! }))
  const beyond = 'refused' in done ? { step: done.step } : { step: done.step, expiresAt: done.expiresAt }
  return { beyond, longest: renewed, renewed }
}

/** Whether a renewal counts from the old expiry is not shown; neither way may a key live longer than the limit from there on. */
function judgeRenewal(beyond: Issue, renewed: Issue, days: number | null): Finding | undefined {
  if (beyond.expiresAt === undefined || typeof renewed.expiresAt !== 'string') return undefined
  const latest = new Date(Date.parse(renewed.expiresAt) + MAX * DAY).toISOString()
  if (!isLater(beyond.expiresAt, latest)) return undefined
  const lifetime = days === null ? 'with an unlimited lifetime' : `for ${count(days, 'day')}`
  return tooLong(`renewed a key ${lifetime}`, beyond.expiresAt, beyond.step)
}

const tooLong = (what: string, expiresAt: string | null, step: ControlStep): Finding =>
  headlined(
    `The console ${what}, and the maximum is ${MAX} days: it expires ${inDays(expiresAt, step)}`,
    explained(
      violation(`a refusal, or an expiry after at most ${MAX} days`, inDays(expiresAt, step)),
      'A forgotten or leaked key works for longer than the documented maximum.',
    ),
  )
