import fc from 'fast-check'
import { count } from '../../../src/core/count.ts'
import type { Json } from '../../../src/core/json.ts'
import { isObject } from '../../../src/core/json-values.ts'
import { headlined, trial, unclear, type Violation } from '../../../src/core/rule.ts'
import { ascent, idOf, idsOf, showId } from '../../../src/judge/ids.ts'
import { PER_PAGE_MAX, users } from '../api.ts'
import { type ComparedPages, comparePages, type Difference, sameList, settle } from '../support/compare-pages.ts'
import { readPage } from '../support/page.ts'
import { pagesAt } from '../support/queries.ts'
import { isFinding, pagesOf, type Reading, read } from '../support/read-page.ts'
import { type Asked, anyTimestamp, isRefused, refusals, UPDATED } from '../support/updated-since.ts'

interface Case {
  readonly updated_since: string
  readonly page: number
  readonly per_page: number
}

/** Seconds since 1970: no record of an HTTP API is older than 1980, and calendars differ before 1583. */
const YEAR_1900 = -2_208_988_800
const YEAR_1975 = 157_766_400

interface Evidence extends Pick<Asked, 'refused'> {
  readonly pages?: ComparedPages
  /** Where these differ: the first 100 users without and with the filter, to name one that is lost. */
  readonly wide?: readonly Reading[]
}

const NEVER_UPDATED = 'records that were never updated have no update time, and fall through the filter'

/** The instant from which every server can represent time. */
const EPOCH = '1970-01-01T00:00:00Z'
/** Times from 1970 on, which are tried first, conform. */
const OF_NEGATIVE = {
  impact: 'A first sync from a time before 1970, such as 1900 for "all", misses users, and never gets them later.',
  causes: [
    'a time before 1970 is a negative number, which wraps to a late one, is taken as positive, or fails a check that empties the list',
  ],
}

export default trial<Case, Evidence>({
  level: 'implied',
  title: 'An updated_since before every record returns the whole list',
  clauses: ['4.users.updated_since.filter', '4.users.updated_since.default'],
  derivation:
    'If the creation of a record counts as an update, which the reference does not say, all records were updated after 1970.',
  tried:
    'Pages filtered by 1970 and by earlier times, compared with the same pages of the whole list. A refusal with 4xx of a time before 1970 conforms, and is noted.',
  meaning: 'A first sync that starts from the epoch misses users, and never gets them later.',
  causes: [
    NEVER_UPDATED,
    'a filter with its own bound, such as the last 30 days',
    'seconds are taken for milliseconds',
  ],
  after: ['a.users.since-subset'],
  follows: ['a.users.since-touched'],
  cases: {
    first: (target) => [
      { updated_since: '1970-01-01T00:00:00Z', page: pagesAt(target, 7), per_page: 7 },
      { updated_since: '1900-01-01T00:00:00Z', page: 1, per_page: 100 },
      { updated_since: '1970-01-01T00:00:00Z', page: 1, per_page: 100 },
      { updated_since: '1970-01-01T00:00:01Z', page: pagesAt(target, 100), per_page: 100 },
      { updated_since: '1969-12-31T23:59:59Z', page: 1, per_page: 1 },
      { updated_since: '1970-01-01T00:00:00Z', page: pagesAt(target, 25), per_page: 25 },
    ],
    any: (target) =>
      fc.oneof(
        ...[1, 7, 25, 100].map((per_page) =>
          fc.record({
            updated_since: anyTimestamp(YEAR_1900, YEAR_1975),
            page: fc.integer({ min: 1, max: pagesAt(target, per_page) }),
            per_page: fc.constant(per_page),
          }),
        ),
      ),
    count: [2, 9, 60],
  },
  async send({ updated_since, ...query }, tools) {
    const filtered = { ...query, updated_since }
    if (updated_since < EPOCH) {
      const x = await tools.sparingly(users(tools.target, filtered))
      if (isRefused(x)) return { refused: { updated_since, status: x.response!.status } }
    }
    const pages = await comparePages(tools, query, filtered, sameList, { first: 'once' })
    if (settle(pages, sameList)?.kind !== 'violation') return { pages }
    const first = { page: 1, per_page: PER_PAGE_MAX }
    return { pages, wide: [await read(tools, first, 'once'), await read(tools, { ...first, updated_since })] }
  },
  note: refusals,
  judge({ pages, wide }, { updated_since }) {
    if (pages?.some(isUnsorted))
      return unclear('the filtered list is not sorted by ascending id, which a.users.since-subset judges')
    const lost = lostFrom(wide)
    const found = pages && settle(pages, unfiltered(updated_since, lost.map(idOf).map(showId)))
    if (found?.kind !== 'violation') return found
    return { ...found, ...(updated_since < EPOCH ? OF_NEGATIVE : byOwnTime(lost, wide)) }
  },
  faults: {
    'never-updated-left-out': {
      aUpdatedSince: (user, since, call) => user.id % 10 !== 3 && call.conforming.aUpdatedSince(user, since, call),
    },
    'last-180-days-of-the-year-only': {
      aUpdatedSince: (user, since) => user.updatedAt >= Math.max(since, Date.UTC(2024, 6, 4) * 1000),
    },
    'last-page-lost': {
      aSince: (since, call) => (since === 0 && call.page! > 1n ? Date.UTC(2024, 1, 1) * 1000 : since),
    },
    'milliseconds-taken-for-seconds': {
      aInstant: (text, call) => Math.abs(call.conforming.aInstant(text, call) ?? 0) * 1000,
    },
  },
  freedoms: {
    'the-instant-itself-excluded': { aUpdatedSince: (user, since) => user.updatedAt > since },
    grows: { userEveryMs: () => 15 },
    'empty-list': { seedUsers: () => 0 },
    'before-1970-refused': {
      aInstant: (text, call) => (text < '1970' ? undefined : call.conforming.aInstant(text, call)),
    },
  },
})

/** Not by ascending id: what is on the page says nothing about what is not. */
const isUnsorted = ({ x }: Reading): boolean => typeof ascent(idsOf(readPage(x)?.data ?? []) ?? []) === 'object'

/** The list with a filter that every user passes is the whole list. */
const unfiltered =
  (since: string, [lost, more]: readonly string[]): Difference =>
  (one, other) => {
    const found = sameList(one, other)
    if (!found || one.total === other.total) return found
    const among = lost === undefined ? '' : `, among them ${more === undefined ? lost : `${lost} and ${more}`}`
    const what =
      other.total < one.total
        ? `leaves out ${one.total - other.total} of ${count(Number(one.total), 'user')}${among}`
        : `has pagination.total ${other.total}, and ${one.total} without it`
    return headlined(`GET /users?updated_since=${since}, before any update, ${what}`, found)
  }

/** Records of the first page that the shorter filtered list surely lost: the list has them before others of it. */
function lostFrom(readings: readonly Reading[] = []): Json[] {
  const pages = pagesOf(...readings)
  if (isFinding(pages) || pages.length < 2 || pages[1]!.total >= pages[0]!.total) return []
  const [all, filtered] = pages.map(({ data }) => data) as [readonly Json[], readonly Json[]]
  const held = new Set(filtered.map(idOf).map(showId))
  const isHeld = (record: Json) => held.has(showId(idOf(record)))
  const last = all.findLastIndex(isHeld)
  return all.filter((record, i) => i < last && !isHeld(record))
}

/** What the server shows as the update time of a record, where it has such a field, which the reference does not show. */
function timeIn(record: Json): { readonly name: string; readonly text: string; readonly at: number } | undefined {
  for (const [name, text] of isObject(record) ? Object.entries(record) : [])
    if (UPDATED.test(name) && typeof text === 'string' && Number.isFinite(Date.parse(text)))
      return { name, text, at: Date.parse(text) }
  return undefined
}

/** Where a lost record has a later update time than one that is listed, no bound of the filter explains that. */
function byOwnTime(lost: readonly Json[], readings: readonly Reading[] = []): Pick<Violation, 'note' | 'causes'> {
  const dated = lost.flatMap((record) => {
    const time = timeIn(record)
    return time ? [{ ...time, id: showId(idOf(record)) }] : []
  })
  const last = dated.toSorted((one, other) => other.at - one.at)[0]
  if (!last) return {}
  const held = readPage(readings[1]!.x)?.data ?? []
  return {
    note: `user ${last.id}, which is left out, has ${last.name} ${last.text}: by what the server itself shows, it should be listed`,
    ...(held.some((record) => (timeIn(record)?.at ?? Infinity) < last.at) && { causes: [NEVER_UPDATED] }),
  }
}
