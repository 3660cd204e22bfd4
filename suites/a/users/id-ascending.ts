import type { Exchange } from '../../../src/core/exchange.ts'
import { explained, type Finding, headlined, type Tools, trial, unclear, violation } from '../../../src/core/rule.ts'
import { ascent, type Id, idOf, idsOf, showId } from '../../../src/judge/ids.ts'
import { sortedBy } from '../../../src/judge/sorted-by.ts'
import { everyPage, isReadInFull, laterRanges, RANGE } from '../support/every-page.ts'
import { readPage } from '../support/page.ts'
import { anyListQuery, pagesAt, sizeAt } from '../support/queries.ts'
import { isFinding, pagesOf, type Read, type Reading, read } from '../support/read-page.ts'

/** A page and the next one, or the per_page at which a range of the list is read, from a page on (default: the first). */
type Case = { readonly page: number; readonly per_page: number } | { readonly walk: number; readonly from?: number }

const AS_TEXT = 'ids are sorted as text, so that 10 comes before 9'
const NO_ORDER = 'no ORDER BY, or one by another column'
const DIGITS_LOST = 'ids lose digits beyond 2^53 on their way into JSON'

export default trial<Case, readonly Reading[]>({
  level: 'stated',
  title: 'Ids ascend strictly, within a page and from page to page',
  clauses: ['2.user.order', '2.user.id', '4.users.order'],
  tried:
    'A page and the next one: integers of any size and strings of digits by their value, other strings by their characters. The whole list at exhaustive depth.',
  meaning: 'A client that pages in the documented order skips users or reads some twice.',
  causes: [NO_ORDER, AS_TEXT, DIGITS_LOST],
  after: ['a.users.per-page-range'],
  follows: ['a.users.partition', 'a.tenancy.isolated'],
  cases: {
    inWords: (c) =>
      'walk' in c ? `all pages with per_page ${c.walk}` : `two pages from page ${c.page} with per_page ${c.per_page}`,
    first: (target) => {
      const before = (perPage: number, back: number) => Math.max(1, pagesAt(target, perPage) - back)
      return [
        { page: 1, per_page: 100 },
        { page: before(100, 1), per_page: 100 },
        { page: 1, per_page: 1 },
        { page: 1, per_page: 7 },
        { page: before(25, 1), per_page: 25 },
        { page: before(1, 1), per_page: 1 },
        { page: before(50, 2), per_page: 50 },
        { walk: 100 },
        ...milestones(sizeAt(target)),
      ]
    },
    any: anyListQuery,
    count: [1, 14, 120],
    ranges: (target) => laterRanges(target, 100).map((from) => ({ walk: 100, from })),
    divisible: true,
  },
  send: (c, tools) => ('walk' in c ? walked(tools, c.walk, c.from) : consecutive(tools, c, 'sparingly')),
  judge(readings, _c, target) {
    if (sizeAt(target) < 2) return unclear('the list has no two records')
    const pages = pagesOf(...readings)
    return isFinding(pages) ? pages : ascending(pages)
  },
  faults: {
    'no-order': { aOrderBy: () => 'email' },
    'by-update-time': { aOrderBy: () => 'updated_at' },
    descending: { aOrderBy: () => 'id DESC' },
    'as-text': { aOrderBy: () => 'CAST(id AS TEXT)' },
    'strings-as-text': { aUserId: String, aOrderBy: () => 'CAST(id AS TEXT)' },
    'digits-lost': { aUserId: (id) => BigInt(2 ** 60 + id) },
    'some-without-an-id': {
      aUserJson: (user, id, call) => ({
        ...(call.conforming.aUserJson(user, id, call) as object),
        id: user.id % 40 ? id : null,
      }),
    },
    'last-record-repeated': { aOffset: (page, perPage) => (page > 1n ? (page - 1n) * BigInt(perPage) - 1n : 0n) },
    'another-order-deep': { aOrderBy: (call) => ((call.page ?? 1n) * BigInt(call.size ?? 25) > 150n ? 'name' : 'id') },
  },
  freedoms: {
    'strings-of-digits': { aUserId: String },
    'beyond-2^53': { aUserId: (id) => 2n ** 60n + BigInt(id) },
    'across-2^53': { aUserId: (id) => 2n ** 53n - 900n + BigInt(id) },
    'beyond-64-bits-as-strings': { aUserId: (id) => String(10n ** 21n - 500n + BigInt(id)) },
    'hex-of-one-length': { aUserId: (id) => id.toString(16).padStart(12, '0') },
    'like-ulids': { aUserId: (id) => `01JD${id.toString(32).toUpperCase().padStart(22, '0')}` },
    'prefixed-and-growing': { aUserId: (id) => `user-${id}` },
    'one-record': { seedUsers: () => 1 },
    grows: { userEveryMs: () => 15 },
  },
})

/**
 * Boundaries of servers: an id gets one more digit or overflows a number type, a store begins another page or partition.
 * A list this long is not read in full; generated pages see little of it.
 */
const MILESTONES = [1e3, 1e4, 1e5, 1e6, 1e7, 2 ** 15, 2 ** 16, 2 ** 20, 2 ** 24]

/** The page that holds the milestone or ends there, with the one after it. */
const milestones = (size: number): Case[] =>
  MILESTONES.filter((place) => place < size).map((place) => ({ page: Math.ceil(place / 100), per_page: 100 }))

type Start = { readonly page: number; readonly per_page: number }

/** The first page is read first: were a record deleted meanwhile, the second would begin further on, not before. */
async function consecutive(tools: Tools, { page, per_page }: Start, how?: 'sparingly'): Promise<Reading[]> {
  const one = await read(tools, { page, per_page }, how)
  const total = readPage(one.x)?.total ?? 0n
  if (BigInt(page) * BigInt(per_page) >= total) return [one]
  const next = { page: page + 1, per_page }
  const two = await read(tools, next, how)
  return [one, two.x.sentAt < one.x.sentAt ? await read(tools, next) : two]
}

/**
 * Reads several pages concurrently, up to the first of the next range, so that no border is left out; if ids do not ascend, the two
 * pages are read again, sequentially.
 */
async function walked(tools: Tools, perPage: number, from = 1): Promise<Reading[]> {
  if (!isReadInFull(tools)) return []
  let last: Id[] = []
  let page = from
  for await (const x of everyPage(tools, perPage, { from, to: from + RANGE })) {
    const ids = idsOf(readPage(x)?.data ?? [null])
    if (!ids || ascent([...last, ...ids]) !== 'ascends')
      return consecutive(tools, { page: Math.max(from, page - 1), per_page: perPage })
    last = ids.slice(-1)
    page++
  }
  return []
}

const REPEATED = [
  'A client that pages in the documented order reads users twice.',
  'pages overlap: an offset off by one, or counted with another per_page',
  'a join repeats records',
  DIGITS_LOST,
] as const

function ascending(pages: readonly Read[]): Finding | undefined {
  const all: Id[] = []
  for (const { data, asked } of pages) {
    const ids = idsOf(data)
    if (!ids)
      return (
        withoutId(pages) ?? unclear(`no record on page ${asked.page} of ${asked.perPage} has an id that could ascend`)
      )
    for (const id of ids) all.push(id)
  }
  const order = ascent(all)
  if (order === 'ascends') return undefined
  if (order === 'mixed') return unclear('some ids are numbers and some are strings: no order is defined')
  const [before, after] = [all[order.descentAt - 1], all[order.descentAt]].map(showId)
  const where = placeOf(pages, order.descentAt)
  const found = headlined(
    `GET /users ${before === after ? `lists id ${before} twice: again` : `is not sorted by ascending id: ${before} is followed by ${after}`} ${where}`,
    violation(`an id above ${before}`, `id ${after}`, ...showing(pages, order.descentAt)),
  )
  return before === after
    ? explained(found, ...REPEATED)
    : { ...found, causes: causesOf(all, sortedBy(pages.flatMap(({ data }) => data))) }
}

/** The page that holds both ids, else both pages. */
function showing(pages: readonly Read[], index: number): Exchange[] {
  const first = pages[0]!.data.length
  const of = index < first ? pages.slice(0, 1) : index > first ? pages.slice(1) : pages
  return of.map(({ x }) => x)
}

function causesOf(ids: readonly Id[], sorted: string | undefined): string[] {
  const texts = ids.map(String)
  if (texts.every((text, i) => i === 0 || texts[i - 1]! < text)) return [AS_TEXT]
  if (sorted !== undefined) return [`the list is sorted by ${sorted}`]
  return ids.some((id) => Number(id) > Number.MAX_SAFE_INTEGER) ? [NO_ORDER, DIGITS_LOST] : [NO_ORDER]
}

/** Some have one: an order by id leaves no place for those that have none. */
function withoutId(pages: readonly Read[]): Finding | undefined {
  const records = pages.flatMap(({ data }) => data)
  const at = records.findIndex((record) => idOf(record) === undefined)
  if (records.every((record) => idOf(record) === undefined)) return undefined
  return headlined(
    `GET /users returned a record without an id, ${placeOf(pages, at)}; other records have one`,
    explained(
      violation('an id in each record', 'a record without an id', ...pages.map(({ x }) => x)),
      'A client cannot identify this record.',
      'the serializer, or a filter of fields, leaves out the id of some records',
    ),
  )
}

function placeOf([one]: readonly Read[], index: number): string {
  const inOne = index < one!.data.length
  const page = one!.asked.page + (inOne ? 0n : 1n)
  return `in record ${inOne ? index + 1 : index - one!.data.length + 1} of page ${page} at per_page=${one!.asked.perPage}`
}
