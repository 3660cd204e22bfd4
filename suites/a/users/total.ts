import fc from 'fast-check'
import type { Exchange } from '../../../src/core/exchange.ts'
import { type Finding, moved, type Tools, trial, type Violation, violation } from '../../../src/core/rule.ts'
import {
  awaitReplication,
  type ComparedPages,
  comparePages,
  type Difference,
  sameTotal,
  settle,
} from '../support/compare-pages.ts'
import { everyPage, isReadInFull } from '../support/every-page.ts'
import { asked } from '../support/page.ts'
import { anyListQuery, type ListQuery, pagesAt } from '../support/queries.ts'
import { isFinding, pageOf, pagesOf, type Read, type Reading, read } from '../support/read-page.ts'

/** Two queries whose totals are compared, the per_page at which records are counted, or a page that is requested concurrently. */
type Case = { readonly queries: readonly [ListQuery, ListQuery] } | { readonly walk: number } | Burst
type Evidence = ComparedPages | Walked | Bursts

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
  /** A page that could not be read, requested again. */
  readonly stuck?: Reading
}

/** One total for both, and no record beyond it. */
const oneTotal: Difference = (one, other) => sameTotal(one, other) ?? beyond(one) ?? beyond(other)

function beyond({ asked, page, start, data, total, x }: Read): Violation | undefined {
  const seen = start + BigInt(data.length)
  if (page !== asked.page || data.length === 0 || seen <= total) return undefined
  const where = `the last record of page ${asked.page} of ${asked.perPage} stands at position ${seen}`
  return violation(`pagination.total to be at least ${seen}: ${where}`, `${total}`, x)
}

export default trial<Case, Evidence>({
  level: 'stated',
  title: 'pagination.total is the number of records in the whole list, on every page and at every per_page',
  clauses: ['2.envelope.total'],
  tried:
    'The totals of any two queries are compared. The records of a list of up to 1,000 (at exhaustive depth, of any) are counted page by page.',
  meaning: 'A client that trusts total stops too early, never ends, or shows a wrong number.',
  causes: [
    'the records of the page are counted instead of the list',
    'an estimate, a cap or a stale count',
    'records are counted that the list does not show: deleted ones, another tenant’s',
  ],
  after: ['a.users.per-page-range'],
  cases: {
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
    count: [2, 20, 150],
  },
  send: (c, tools): Promise<Evidence> => {
    if ('walk' in c) return count(tools, c.walk, 'sparingly')
    return 'atOnce' in c ? burst(tools, c) : comparePages(tools, ...twice(c.queries), oneTotal)
  },
  judge: (evidence, c) => {
    if ('walk' in c) return countedRight(evidence as Walked, c.walk)
    return 'atOnce' in c ? toldByEach(evidence as Bursts) : settle(evidence as ComparedPages, oneTotal)
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

async function count(tools: Tools, perPage: number, how?: 'sparingly'): Promise<Walked> {
  if (!isReadInFull(tools)) return { counted: 0, ends: [] }
  let counted = 0
  let first: Read | undefined
  for await (const x of everyPage(tools, perPage, how)) {
    const page = pageOf({ x })
    if (isFinding(page)) return { counted, ends: [], stuck: await read(tools, queryOf(x, perPage)) }
    counted += page.data.length
    first ??= page
  }
  if (!first || first.total === BigInt(counted)) return { counted, ends: [] }
  if (how && tools.depth === 'quick') return count(tools, perPage)
  const after = () => read(tools, { page: 1, per_page: perPage })
  const found = { counted, ends: [{ x: first.x }, await after()] }
  if (countedRight(found, perPage)?.kind !== 'violation') return found
  await awaitReplication()
  return { counted, ends: [{ x: first.x }, await after()] }
}

const queryOf = (x: Exchange, per_page: number) => ({ page: Number(asked(x)!.page), per_page })

/** Records may be added meanwhile: the number counted lies between the total before and the total after. */
function countedRight({ counted, ends, stuck }: Walked, perPage: number): Finding | undefined {
  const pages = pagesOf(...(stuck ? [stuck] : ends))
  if (isFinding(pages)) return pages
  if (stuck) return moved('a page could be read only when it was requested again')
  const [before, after] = pages
  if (!before || !after || (before.total <= counted && counted <= after.total)) return undefined
  if (before.total !== after.total) return moved('the list changed while it was read')
  const expected = `pagination.total to be the ${counted} records that pages of ${perPage} hold`
  return violation(expected, `${after.total}`, before.x, after.x)
}

async function burst(tools: Tools, { atOnce, query }: Burst): Promise<Bursts> {
  const ask = () => Promise.all(Array.from({ length: atOnce }, () => read(tools, { ...query })))
  const first = await ask()
  const pages = pagesOf(...first)
  return { bursts: isFinding(pages) || !pages.some(beyond) ? [first] : [first, await ask()] }
}

/** A page may be read just after a record was added, and counted before: not twice, while all others are told one total. */
function toldByEach({ bursts: [first = [], second] }: Bursts): Finding | undefined {
  const pages = pagesOf(...first, ...(second ?? []))
  if (isFinding(pages)) return pages
  if (!second) return undefined
  const told = new Set(pages.filter((page) => !beyond(page)).map(({ total }) => total))
  const again = pages.slice(first.length).map(beyond).find(Boolean)
  return again && told.size <= 1 ? again : moved('the list changed while a page was requested concurrently')
}
