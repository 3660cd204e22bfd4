import fc from 'fast-check'
import { count } from '../../../src/core/count.ts'
import type { Finding } from '../../../src/core/rule.ts'
import { headlined, moved, trial, violation } from '../../../src/core/rule.ts'
import { awaitReplication } from '../support/compare-pages.ts'
import { isFinding, pagesOf, type Read, type Reading, read } from '../support/read-page.ts'
import { counting, type Moment, momentOf, withMoment } from '../support/updated-since.ts'

/** Two times, in either order. */
interface Case {
  readonly since: readonly [Moment, Moment]
}

interface Evidence {
  readonly times: readonly [earlier: string, later: string]
  readonly readings: readonly Reading[]
}

const HOUR = 3600
const DAY = 24 * HOUR

export default trial<Case, Evidence>({
  level: 'stated',
  title: 'A later updated_since never returns more records',
  clauses: ['4.users.updated_since.filter'],
  tried:
    'The totals of two filters, seconds to years apart, most of them in the middle of the update times of the list.',
  meaning: 'A sync misses updates or reads records again, depending on when it runs.',
  causes: [
    'the comparison is the wrong way round',
    'only a part of the time is compared: the day of the month, the time of day',
    'day and month, or 1 and 13 o’clock, are mixed up',
  ],
  after: ['a.users.since-subset'],
  cases: {
    // First late in the year, the month and the day: a server that compares only a part of the time takes it for the later. Then
    // two days that change their order where day and month are mixed up.
    first: [
      { since: [{ updated_since: '1999-12-31T23:59:59Z' }, { seconds_from_edge: 0 }] },
      {
        since: [
          { months_from_edge: -1, day: 12 },
          { months_from_edge: 0, day: 1 },
        ],
      },
      { since: [{ seconds_from_edge: -20 * DAY }, { seconds_from_edge: 11 * DAY }] },
      { since: [{ seconds_from_edge: 0 }, { seconds_from_edge: -40 * DAY }] },
      { since: [{ seconds_from_edge: 0 }, { seconds_from_edge: -12 * HOUR }] },
      { since: [{ seconds_from_edge: -6 * HOUR }, { seconds_from_edge: 6 * HOUR }] },
      { since: [{ seconds_from_edge: -100 * DAY }, { seconds_from_edge: 100 * DAY }] },
      { since: [{ seconds_from_edge: 0 }, { seconds_from_edge: 1 }] },
    ],
    any: fc.record({ since: fc.tuple(withMoment({}), withMoment({})) }),
    count: [2, 10, 150],
  },
  // Updates and new records only add to a list filtered by a past time: the earlier time is requested last.
  async send({ since: [one, other] }, tools) {
    const times = [await momentOf(one, tools), await momentOf(other, tools)].sort()
    const [updated_since, later] = times as [string, string]
    const total = (since: string, how?: 'once') => read(tools, counting(since), how)
    const known = [await total(later, 'once'), await total(updated_since, 'once')] as const
    const inOrder = known[0].x.sentAt <= known[1].x.sentAt
    const pair = inOrder || !suspect(known) ? known : [await total(later), await total(updated_since)]
    const evidence = { times: [updated_since, later] as const, readings: pair }
    if (!suspect(pair)) return evidence
    await awaitReplication()
    return { ...evidence, readings: [...pair, await total(later)] }
  },
  judge({ times: [earlier, later], readings }): Finding | undefined {
    const pages = pagesOf(...readings)
    if (isFinding(pages)) return pages
    const [few, many, again] = pages as [Read, Read, Read | undefined]
    if (few.total <= many.total) return undefined
    if (again && again.total !== few.total) return moved('the list changed while two responses were compared')
    const records = count(Number(few.total), 'record')
    return headlined(
      `GET /users?updated_since=${later} has ${records}, more than the ${many.total} with the earlier updated_since=${earlier}`,
      violation(`at most ${many.total}, as with updated_since=${earlier}`, records, many.x, few.x),
    )
  },
  faults: {
    'the-wrong-way-round': { aUpdatedSince: (user, since) => user.updatedAt <= since },
    'equal-only': { aUpdatedSince: (user, since) => Math.floor(user.updatedAt / 864e8) === Math.floor(since / 864e8) },
    'time-of-day-compared': {
      aUpdatedSince: (user, since) => user.updatedAt % 864e8 >= ((since % 864e8) + 864e8) % 864e8,
    },
    'day-of-month-compared': {
      aUpdatedSince: (user, since) =>
        new Date(user.updatedAt / 1000).getUTCDate() >= new Date(since / 1000).getUTCDate(),
    },
    'day-and-month-mixed-up': {
      aInstant: (text, call) => {
        const swapped = text.replace(/^(\d{4})-(\d\d)-(\d\d)/, '$1-$3-$2')
        return call.conforming.aInstant(swapped, call) ?? call.conforming.aInstant(text, call)
      },
    },
  },
  freedoms: { grows: { userEveryMs: () => 15 }, 'empty-list': { seedUsers: () => 0 } },
})

function suspect(readings: readonly Reading[]): boolean {
  const pages = pagesOf(...readings)
  return !isFinding(pages) && pages[0]!.total > pages[1]!.total
}
