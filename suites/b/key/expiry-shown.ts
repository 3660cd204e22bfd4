import { count } from '../../../src/core/count.ts'
import { type Finding, headlined, trial, unclear, violation } from '../../../src/core/rule.ts'
import { orRefused } from '../../../src/engine/control/refused.ts'

interface Case {
  /** Days that the key is renewed for. */
  readonly days: number
}

/** Whether the console shows something else once the key is renewed. */
type Evidence = 'changed' | 'other dates' | 'unchanged' | 'refused'

/** Days that the key is issued for. */
const FIRST = 30
const DAY = 86_400_000

const isoDate = (at: number): string => new Date(at).toISOString().slice(0, 10)

export default trial<Case, Evidence>({
  level: 'stated',
  since: 3,
  title: 'The console shows the new expiry date of a renewed key',
  clauses: ['3.console-expiry', '3.renew.expiry'],
  tried:
    'A key is issued for 30 days and renewed for more. Before and after, the control module returns what the console shows of it. The two texts must differ, in any format. If they have future dates in ISO form, and none is the expiry date, that is a warning.',
  meaning: 'An administrator does not see when a renewed key expires, and renews it too late.',
  causes: [
    'the console shows no expiry date, or a rounded one',
    'the console shows the date that was set at issue, or a cached page',
    'months are counted from 0, or the date is computed again in another way',
    'showKey of the control module returns only a part of what the console shows, without the expiry date',
  ],
  needs: ['key', 'control.createKey', 'control.renewKey', 'control.showKey'],
  after: ['b.key.renew'],
  faults: {
    'expiry-not-shown': { keyShown: ({ keyId, name }) => JSON.stringify({ key: `tenant_${keyId}_••••`, name }) },
    'expiry-of-the-issue': {
      bRenewed: (key, days, admin) => {
        admin.memory.set(`issued ${key.keyId}`, key.expiresAt)
        return admin.conforming.bRenewed(key, days, admin)
      },
      keyShown: (key, admin) => {
        const expiresAt = (admin.memory.get(`issued ${key.keyId}`) ?? key.expiresAt) as number
        return admin.conforming.keyShown({ ...key, expiresAt }, admin)
      },
    },
    'page-of-the-console-cached': {
      keyShown: (key, admin) => {
        const page = `page ${key.keyId}`
        if (!admin.memory.has(page)) admin.memory.set(page, admin.conforming.keyShown(key, admin))
        return String(admin.memory.get(page))
      },
    },
    'months-counted-from-zero': {
      keyShown: ({ keyId, expiresAt }, { prefix }) => {
        const [year, month, day] = isoDate(expiresAt!).split('-')
        return `${prefix}_${keyId}_••••, ${[year, String(Number(month) - 1).padStart(2, '0'), day].join('-')}`
      },
    },
    'months-of-thirty-days': {
      keyShown: ({ keyId, expiresAt }, { prefix, now }) =>
        `${prefix}_${keyId}_••••, ${isoDate(now + Math.floor((expiresAt! - now) / DAY / 30) * 30 * DAY)}`,
    },
    'years-that-are-left': {
      keyShown: ({ keyId, expiresAt }, { prefix, now }) =>
        `${prefix}_${keyId}_••••, expires in ${Math.floor((expiresAt! - now) / DAY / 360)} years`,
    },
  },
  quickMisses: {
    'months-counted-from-zero': 'quick depth renews once, and where that leads to January, the text has no date',
  },
  freedoms: {
    'days-that-are-left': {
      keyShown: ({ keyId, expiresAt }, { prefix, now }) =>
        `${prefix}_${keyId}_••••, expires in ${Math.round((expiresAt! - now) / DAY)} days`,
    },
    'the-day-before-far-in-the-west': {
      keyShown: ({ keyId, expiresAt, createdAt }, { prefix }) =>
        `${prefix} ${keyId} since ${isoDate(createdAt)}, until ${isoDate(expiresAt! - DAY / 2)}`,
    },
    'day-in-words': {
      keyShown: ({ keyId, expiresAt }, { prefix }) => `${prefix} ${keyId} until ${new Date(expiresAt!).toDateString()}`,
    },
  },
  cases: {
    first: [{ days: 45 }, { days: 365 }],
    byHand: { days: 45 },
    count: [1, 2, 2],
    cost: () => 0,
  },
  async send({ days }, tools) {
    const { b } = tools.control
    const { key } = await b.createKey({ lifetimeDays: FIRST })
    await b.showKey(key)
    const renewed = await orRefused(b.renewKey(key, { lifetimeDays: days }))
    if ('refused' in renewed) return 'refused'
    const { hasChanged, hasOtherDates } = await b.showKey(key)
    return !hasChanged ? 'unchanged' : hasOtherDates ? 'other dates' : 'changed'
  },
  judge(evidence, { days }): Finding | undefined {
    if (evidence === 'refused') return unclear('the console refused to renew the key')
    if (evidence === 'changed') return undefined
    if (evidence === 'other dates')
      return {
        ...violation(`the date of the expiry in ${count(days, 'day')}`, 'other dates'),
        headline: 'The console shows a future date for a renewed key, but not its expiry date',
        warning: true,
      }
    return headlined(
      `The console does not show the new expiry date of a key: its text is the same before and after renewal`,
      violation(`another text after a ${FIRST}-day key was renewed for ${count(days, 'day')}`, 'the same text'),
    )
  },
})
