import fc from 'fast-check'
import { count } from '../../../src/core/count.ts'
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
  type Violation,
  violation,
} from '../../../src/core/rule.ts'
import { COUNT_OR_LIST } from '../../../src/judge/page-arithmetic.ts'
import { users } from '../api.ts'
import {
  awaitReplication,
  type ComparedPages,
  comparePages,
  type Difference,
  sameTotal,
  settle,
} from '../support/compare-pages.ts'
import { everyPage, isReadInFull, laterRanges, RANGE } from '../support/every-page.ts'
import { asked, readPage } from '../support/page.ts'
import { anyListQuery, type ListQuery, pagesAt } from '../support/queries.ts'
import { isFinding, pageOf, pagesOf, type Read, type Reading, read } from '../support/read-page.ts'

/**
 * Two queries whose totals are compared; the per_page at which the records of a range are counted, from a page on (default: the first);
 * or a page that is requested concurrently.
 */
type Case = { readonly queries: readonly [ListQuery, ListQuery] } | Range | Burst
type Evidence = ComparedPages | Walked | Bursts

interface Range {
  readonly walk: number
  readonly from?: number
}

interface Burst {
  readonly atOnce: number
  readonly query: ListQuery
}

/** If one of the first responses contradicts itself, as many again. */
interface Bursts {
  readonly bursts: readonly (readonly Reading[])[]
}

interface Walked {
  readonly counted: number
  /** The first page, and if its total is not the number counted, the first page again at the end. */
  readonly ends: readonly Reading[]
  /** The first page that is not full, if it holds records. */
  readonly short?: Exchange
  /** A page after that holds records, too. */
  readonly hasGap?: boolean
  /** Where total is above the number counted: the record at the position total, alone on its page. */
  readonly last?: Reading
  /** A page that could not be read, requested again. */
  readonly stuck?: Reading
  /** Another per_page in a page than was requested. */
  readonly echo?: bigint
}

/** One total for both, and no record beyond it. */
const oneTotal: Difference = (one, other) => sameTotal(one, other) ?? beyond(one) ?? beyond(other)

function beyond({ asked, page, start, data, total, x }: Read): Violation | undefined {
  const seen = start + BigInt(data.length)
  if (page !== asked.page || data.length === 0 || seen <= total) return undefined
  return explained(
    violation(`at least ${seen}, the position of the last record on this page`, `pagination.total ${total}`, x),
    ...TOO_SMALL,
  )
}

const ESTIMATED = 'the count is an estimate of the database (reltuples, EXPLAIN), a cap or a stale value'
/** Impact and causes of a total below the number of records, and of one above. */
const TOO_SMALL = [
  'A client that stops after total records misses users.',
  'pages repeat or add records (an offset off by one, a join), so that more are read than the list has',
  'the records of the page are counted instead of the list',
  ESTIMATED,
] as const
const NEVER_ENDS = 'A client that reads until it has total records never ends, or takes users for missing.'
const TOO_LARGE = [
  NEVER_ENDS,
  'records are counted that the list does not show: deleted ones, those of an ORM’s default scope, another tenant’s',
  'the list leaves out records that the count has, as by an inner join or a filter',
  'the count runs over a join, and counts a record once for each joined row',
  ESTIMATED,
] as const
/** With pages that are not full before the last one. */
const WITH_GAPS = [
  NEVER_ENDS,
  'records are filtered out after the page was cut: pages before the last one are not full',
  'the limit of another layer cuts pages',
] as const

export default trial<Case, Evidence>({
  level: 'stated',
  title: 'pagination.total is the number of records in the whole list, on every page and at every per_page',
  clauses: ['2.envelope.total'],
  tried:
    'The totals of any two queries are compared. The records of a list of up to 1,000 (at exhaustive depth, of up to 10 million) are counted page by page.',
  meaning: 'A client that trusts total stops too early, never ends, or shows a wrong number.',
  causes: [
    'the records of the page are counted instead of the list',
    'the count runs over a join, and counts a record once for each joined row',
    "an ORM's default scope hides records from the list and not from the count, or the other way round",
    'the count is an estimate of the database (reltuples, EXPLAIN), a cap or a stale value',
    'records are counted that the list does not show: deleted ones, another tenant’s',
  ],
  after: ['a.users.per-page-range'],
  follows: ['a.users.partition', 'a.tenancy.isolated'],
  cases: {
    inWords: (c, target) => {
      const inList = (query: ListQuery) => requestLine(users(target, { ...query }))
      if ('walk' in c) return `the records on pages of ${c.walk}, counted`
      if ('atOnce' in c) return `the totals of ${inList(c.query)}, ${c.atOnce} times at once, compared`
      return `the totals of ${c.queries.map(inList).join(' and ')}, compared`
    },
    first: (target) => [
      { queries: [{}, { page: pagesAt(target, 7), per_page: 7 }] },
      { walk: 100 },
      { walk: 97 },
      { queries: [{ per_page: 100 }, { page: Math.min(2, pagesAt(target, 3)), per_page: 3 }] },
      { queries: [{ per_page: 1 }, { page: pagesAt(target, 100), per_page: 100 }] },
      { queries: [{ per_page: 25 }, { page: pagesAt(target, 1), per_page: 1 }] },
      { queries: [{ page: 1 }, { page: pagesAt(target, 25) }] },
      // Each of several workers has its turn.
      { atOnce: 8, query: { page: pagesAt(target, 7), per_page: 7 } },
    ],
    any: (target) => fc.record({ queries: fc.tuple(anyListQuery(target), anyListQuery(target)) }),
    count: [2, 13, 150],
    ranges: (target) => [100, 97].flatMap((walk) => laterRanges(target, walk).map((from) => ({ walk, from }))),
    divisible: true,
  },
  send: (c, tools): Promise<Evidence> => {
    if ('walk' in c) return countRecords(tools, c, 'sparingly')
    return 'atOnce' in c ? burst(tools, c) : comparePages(tools, ...twice(c.queries), oneTotal)
  },
  judge: (evidence, c) => {
    if ('walk' in c) return countedRight(evidence as Walked, c)
    return 'atOnce' in c ? onEachTotal(evidence as Bursts) : settle(evidence as ComparedPages, oneTotal)
  },
  faults: {
    'of-the-page': { aTotal: (_total, users) => users.length },
    'what-is-left': { aTotal: (total, _users, call) => Math.max(0, total - Number(call.page! - 1n) * call.size!) },
    'capped-at-100': { aTotal: (total) => Math.min(total, 100) },
    'rounded-up-to-full-pages': { aTotal: (total, _users, call) => Math.ceil(total / call.size!) * call.size! },
    'right-on-page-one-only': { aTotal: (total, users, call) => (call.page === 1n ? total : users.length) },
    'one-worker-is-stale': { aTotal: (total, _users, call) => (call.worker === 3 ? total - 1 : total) },
    'counts-deleted-records': { aTotal: (total) => total + 100 },
  },
  quickMisses: {
    'one-worker-is-stale': 'the totals compared are those of a few pages, which may all miss one worker of four',
  },
  freedoms: { grows: { userEveryMs: () => 15 } },
})

const twice = ([one, other]: readonly [ListQuery, ListQuery]) => [{ ...one }, { ...other }] as const

async function countRecords(tools: Tools, range: Range, how?: 'sparingly'): Promise<Walked> {
  if (!isReadInFull(tools)) return { counted: 0, ends: [] }
  const { walk: perPage, from = 1 } = range
  let counted = 0
  let first: Read | undefined
  let short: Exchange | undefined
  let hasGap = false
  for await (const x of everyPage(tools, perPage, { how, from, to: from + RANGE - 1 })) {
    const page = pageOf({ x })
    if (isFinding(page)) return { counted, ends: [], stuck: await read(tools, queryOf(x, perPage)) }
    if (page.perPage !== BigInt(perPage)) return { counted, ends: [], echo: page.perPage }
    counted += page.data.length
    if (short && page.data.length > 0) hasGap = true
    if (page.data.length > 0 && page.data.length < perPage) short ??= x
    first ??= page
  }
  if (!first || lengthIn(range, first.total) === counted) return { counted, ends: [] }
  if (how && tools.depth === 'quick') return countRecords(tools, range)
  const after = () => read(tools, { page: from, per_page: perPage })
  const pages = { counted, hasGap, ...(short && { short }) }
  const found = { ...pages, ends: [{ x: first.x }, await after()] }
  if (countedRight(found, range)?.kind !== 'violation') return found
  await awaitReplication()
  const last = first.total > counted && (await read(tools, { page: Number(first.total), per_page: 1 }))
  return { ...pages, ends: [{ x: first.x }, await after()], ...(last && { last }) }
}

const queryOf = (x: Exchange, per_page: number) => ({ page: Number(asked(x)!.page), per_page })

/** Records may be added meanwhile: the number counted lies between the total before and the total after. */
function countedRight(
  { counted, ends, short, hasGap, last: lastOne, stuck, echo }: Walked,
  range: Range,
): Finding | undefined {
  if (echo !== undefined)
    return unclear(`pages of ${range.walk} say per_page ${echo}, which a.users.per-page-range judges`)
  const pages = pagesOf(...(stuck ? [stuck] : ends))
  if (isFinding(pages)) return pages
  if (stuck) return moved('a page could be read only when it was requested again')
  const [before, after] = pages
  if (!before || !after) return undefined
  const [least, most] = [lengthIn(range, before.total), lengthIn(range, after.total)]
  if (least <= counted && counted <= most) return undefined
  if (before.total !== after.total) return moved('the list changed while it was read')
  const { walk, from = 1 } = range
  const shown = [before.x, after.x]
  const explanation: readonly [string, ...string[]] = after.total < counted ? TOO_SMALL : hasGap ? WITH_GAPS : TOO_LARGE
  if (after.total > walk * RANGE) {
    const where = `pages ${from} to ${from + RANGE - 1} of ${walk}`
    return headlined(
      `GET /users has pagination.total ${after.total}, but ${where} hold ${count(counted, 'record')} instead of ${most}`,
      violation(
        `${count(most, 'record')} on ${where}, since pagination.total is ${after.total}`,
        count(counted, 'record'),
        ...shown,
      ),
    )
  }
  // Fewer records than total says: an empty page contradicts it alone, else the page that is not full.
  const beyondLast = lastOne && readPage(lastOne.x)
  const isEmpty = beyondLast?.data.length === 0 && beyondLast.total === after.total
  const last = short && after.total > counted ? readPage(short) : undefined
  const pagesHold = `pages of ${walk} hold ${count(counted, 'record')}`
  const where = last
    ? `; page ${last.page} is the ${hasGap ? 'first that is not full' : 'last one'}, with ${count(last.data.length, 'record')}`
    : ''
  const found = headlined(
    isEmpty
      ? `${requestLine(lastOne!.x.req)} returned no record, but pagination.total ${after.total}: ${pagesHold}${where}`
      : `GET /users has pagination.total ${after.total}, but ${pagesHold}${where}`,
    explained(
      violation(
        'as many records as pagination.total says',
        `pagination.total ${after.total}, and ${count(counted, 'record')} read`,
        ...(isEmpty ? [lastOne!.x] : last ? [short!] : shown),
      ),
      ...explanation,
    ),
  )
  return { ...found, note: COUNT_OR_LIST }
}

/** Records on the pages of a range, by the total. */
const lengthIn = ({ walk, from = 1 }: Range, total: bigint): number =>
  Math.max(0, Math.min(Number(total), (from + RANGE - 1) * walk) - (from - 1) * walk)

async function burst(tools: Tools, { atOnce, query }: Burst): Promise<Bursts> {
  const ask = () => Promise.all(Array.from({ length: atOnce }, () => read(tools, { ...query })))
  const first = await ask()
  const pages = pagesOf(...first)
  return { bursts: isFinding(pages) || !pages.some(beyond) ? [first] : [first, await ask()] }
}

/** A page may be counted before a record is added and read after it: not twice, while all other pages have one total. */
function onEachTotal({ bursts: [first = [], second] }: Bursts): Finding | undefined {
  const pages = pagesOf(...first, ...(second ?? []))
  if (isFinding(pages)) return pages
  if (!second) return undefined
  const totals = new Set(pages.filter((page) => !beyond(page)).map(({ total }) => total))
  const again = pages.slice(first.length).map(beyond).find(Boolean)
  return again && totals.size <= 1 ? again : moved('the list changed while a page was requested concurrently')
}
