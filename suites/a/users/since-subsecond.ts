import type { Exchange } from '../../../src/core/exchange.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import {
  explained,
  type Finding,
  headlined,
  moved,
  type Tools,
  trial,
  unclear,
  violation,
} from '../../../src/core/rule.ts'
import { type Id, idsOf, showId } from '../../../src/judge/ids.ts'
import { PER_PAGE_MAX, users } from '../api.ts'
import { holds, isList, listFrom, listWith, type SinceList } from '../support/filtered-list.ts'
import { isThere } from '../support/find-record.ts'
import { readPage } from '../support/page.ts'
import { judgeMost, type Reading, readTwiceMore, wrongLength } from '../support/read-page.ts'
import { microseconds, spell } from '../support/timestamps.ts'
import { touchUser } from '../support/touch-user.ts'
import { isRefused } from '../support/updated-since.ts'

interface Case {
  /** Users touched concurrently, and the first of them, counted on the first page of 100. */
  readonly touched: number
  readonly place: number
  /** Minutes east of Greenwich, in some of the timestamps. */
  readonly offset: number
}

/** Lists filtered by instants before the update, each at or before the previous one. */
interface Evidence {
  readonly id: Id
  readonly updatedAt: string
  readonly lists: readonly SinceList[]
  /** The list since moments after the update, in the same second. */
  readonly later?: readonly Reading[]
  /** A spelling that was refused. */
  readonly refused?: Exchange
}

/** Impact and causes of a filtered list whose total is wrong. */
const MISCOUNTED = [
  'A client that reads until it has total records never ends, or stops too early and misses updates.',
  'the query that counts reads updated_since with another precision than the query of the records',
  'the count ignores the filter, or part of it',
] as const

export default trial<Case, Evidence | Finding>({
  since: 3,
  level: 'stated',
  title: 'An earlier updated_since never hides an update, with any number of fraction digits',
  clauses: ['4.users.updated_since', '4.users.updated_since.filter', '4.users.sync'],
  tried:
    'Users are updated concurrently. They are looked up in the lists filtered by the exact time of the update, a millisecond before it with 3, 6 and 9 digits, its whole second, and a second before that, in this order. The list since two milliseconds after it has as many records as its total says. Whether the exact time is included is not judged; a spelling that is refused with 4xx is a warning.',
  meaning: 'A client that stores its start time with another precision than the server misses updates.',
  causes: [
    'timestamps are compared as text',
    'the fraction is read as a number of milliseconds, or nanoseconds as microseconds',
    'timestamps lose precision in a float',
  ],
  needs: ['control.touchUser'],
  after: ['a.users.page-length'],
  follows: ['a.users.since-same-instant', 'a.users.since-subset', 'a.users.since-touched'],
  cases: {
    first: [
      { touched: 3, place: 11, offset: 0 },
      { touched: 1, place: 37, offset: 14 * 60 },
    ],
    count: [1, 2, 2],
  },
  send: lookUpTouched,
  judge(evidence) {
    if ('kind' in evidence) return evidence
    const { id, updatedAt, lists, later = [], refused } = evidence
    const uneven = judgeMost(later, wrongLength)
    if (uneven?.kind === 'violation')
      return headlined(
        `${requestLine(later[0]!.x.req)} has a total that is not the number of its records`,
        explained(uneven, ...MISCOUNTED),
      )
    const user = `user ${showId(id)}, updated at ${updatedAt}`
    if (refused)
      return {
        ...explained(
          violation('a success', `${refused.response?.status}`, refused),
          'A client that writes timestamps with this precision is refused.',
          'the parser accepts a fixed number of fraction digits only',
        ),
        warning: true,
      }
    const hidden = lists.findIndex((list, i) => i > 0 && holds(lists[i - 1]!, id) && !holds(list, id))
    if (hidden > 0) {
      const [later, earlier] = [lists[hidden - 1]!, lists[hidden]!]
      return {
        ...violation(
          `the user with updated_since=${earlier.since} as well`,
          'a list without it',
          ...later.xs,
          ...earlier.xs,
        ),
        headline: `GET /users?updated_since=${earlier.since} misses ${user}; the later updated_since=${later.since} returns it`,
      }
    }
    const last = lists.at(-1)!
    if (holds(last, id)) return undefined
    return headlined(
      `GET /users?updated_since=${last.since} misses ${user}`,
      violation('the user in the filtered list', 'a list without it', ...last.xs),
    )
  },
  faults: {
    'compared-as-text': {
      aUpdatedSince: (user, since, call) => {
        const [text = ''] = call.query('updated_since')
        const stored = new Date(user.updatedAt / 1000).toISOString().replace('Z', '456Z')
        return /Z$/.test(text) ? stored >= text : call.conforming.aUpdatedSince(user, since, call)
      },
    },
    'fraction-read-as-milliseconds': {
      aInstant: (text, call) => {
        const us = call.conforming.aInstant(text.replace(/\.\d+/, ''), call)
        return us === undefined ? undefined : us + Number(/\.(\d+)/.exec(text)?.[1] ?? 0) * 1000
      },
    },
    'nanoseconds-read-as-microseconds': {
      aInstant: (text, call) => {
        const digits = /\.(\d{9})/.exec(text)?.[1]
        const us = call.conforming.aInstant(text.replace(/\.\d+/, ''), call)
        return digits && us !== undefined ? us + Number(digits) : call.conforming.aInstant(text, call)
      },
    },
    'microseconds-after-the-first-six-digits-lost': {
      aInstant: (text, call) => (/\.\d{7}/.test(text) ? undefined : call.conforming.aInstant(text, call)),
    },
    'seconds-in-a-float': {
      aInstant: (text, call) => {
        const us = call.conforming.aInstant(text, call)
        return us === undefined ? undefined : Math.ceil(us / 128e6) * 128e6
      },
    },
    'total-since-the-whole-second': {
      aSinceCounted: (since) => since && Math.floor(since / 1e6) * 1e6,
    },
    'total-since-the-next-second': {
      aSinceCounted: (since) => since && Math.ceil(since / 1e6) * 1e6 - 1e6,
    },
    'whole-second-means-its-end': {
      aInstant: (text, call) => {
        const us = call.conforming.aInstant(text, call)
        return us === undefined || text.includes('.') ? us : us + 999_999
      },
    },
    'one-record-for-each-second': {
      aSlice: (read, { offset, limit }, call) => {
        const found = read(offset, limit)
        const second = (us: number) => Math.floor(us / 1e6)
        return call.since === undefined
          ? found
          : found.filter(
              ({ updatedAt }, i) => !found.slice(0, i).some((one) => second(one.updatedAt) === second(updatedAt)),
            )
      },
    },
    'offset-lost-with-a-fraction': {
      aInstant: (text, call) =>
        call.conforming.aInstant(/\.\d+[+-]/.test(text) ? text.replace(/[+-]\d\d:\d\d$/, 'Z') : text, call),
    },
  },
  quickMisses: {
    'compared-as-text': 'quick depth tries the spellings of two timestamps only',
    'fraction-read-as-milliseconds': 'quick depth tries the spellings of two timestamps only',
    'total-since-the-whole-second': 'quick depth tries no instant after the update',
    'total-since-the-next-second': 'quick depth tries no instant after the update',
    'whole-second-means-its-end': 'quick depth tries the spellings of two timestamps only',
    'nanoseconds-read-as-microseconds': 'quick depth tries the spellings of two timestamps only',
    'microseconds-after-the-first-six-digits-lost': 'quick depth tries the spellings of two timestamps only',
    'offset-lost-with-a-fraction': 'quick depth tries timestamps in UTC only',
    'seconds-in-a-float': 'only where the update time is rounded up past it; standard depth tries more',
  },
  freedoms: {
    'to-the-second': { aTouchedAt: (nowUs) => Math.floor(nowUs / 1e6) * 1e6 },
    'to-the-second-and-rounded': { aTouchedAt: (nowUs) => Math.round(nowUs / 1e6) * 1e6 },
    'the-instant-itself-excluded': { aUpdatedSince: (user, since) => user.updatedAt > since },
    'filter-to-the-second': {
      aInstant: (text, call) => {
        const us = call.conforming.aInstant(text, call)
        return us === undefined ? undefined : Math.floor(us / 1e6) * 1e6
      },
    },
    grows: { userEveryMs: () => 15 },
    'one-record': { seedUsers: () => 1 },
  },
})

const SECOND = 1_000_000

async function lookUpTouched(c: Case, tools: Tools): Promise<Evidence | Finding> {
  const known = await tools.once(users(tools.target, { page: 1, per_page: PER_PAGE_MAX }))
  const ids = idsOf(readPage(known)?.data ?? [])
  if (!ids || ids.length === 0) return unclear('there is no user to update')
  const chosen = [...new Set(Array.from({ length: c.touched }, (_, i) => ids[(c.place + 7 * i) % ids.length]!))]
  const touched = await Promise.all(chosen.map(async (id) => ({ id, ...(await touchUser(tools, id)) })))
  // The last one by id: a list that drops one of several updates drops this one.
  const { id, updatedAt } = touched.at(-1)!
  const at = microseconds(updatedAt)
  if (at === undefined) return unclear(`the control module returned updatedAt ${updatedAt}`)
  const before = Math.floor(at / 1000) * 1000 - 1000
  const second = Math.floor(at / SECOND) * SECOND
  const spellings =
    tools.depth === 'quick'
      ? [spell(before, 6), spell(second, 0)]
      : [
          updatedAt,
          spell(before, 3, c.offset),
          spell(before, 6),
          spell(before, 9),
          ...(second < before ? [spell(second, 0, c.offset)] : []),
          spell(second - SECOND, 0),
        ]
  const lists: SinceList[] = []
  for (const since of spellings) {
    const list = await listFrom(tools, since)
    if (!isList(list)) {
      const refused = list.kind === 'violation' ? list.show?.find(isRefused) : undefined
      return refused ? { id, updatedAt, lists, refused } : list
    }
    lists.push(list)
  }
  // A total that is counted since another fraction of the second counts this user, too.
  const after = { updated_since: spell(Math.floor(at / 1000) * 1000 + 2000, 3), page: 1, per_page: PER_PAGE_MAX }
  const later = tools.depth === 'quick' ? [] : await readTwiceMore(tools, after, wrongLength)
  if (holds(lists.at(-1)!, id) || (tools.depth === 'quick' && second >= before)) return { id, updatedAt, lists, later }
  const patient = await listWith(tools, (second - SECOND) / 1000, id)
  if (!isList(patient)) return patient
  if (!holds(patient, id) && (await isThere(tools, id)) === false) return moved('the updated user left the list')
  return { id, updatedAt, lists: [...lists.slice(0, -1), patient], later }
}
