import fc from 'fast-check'
import { count } from '../../../src/core/count.ts'
import { differing, explained, trial, violation } from '../../../src/core/rule.ts'
import { ofJson } from '../../../src/judge/difference.ts'
import { call, ROWS_SIZE_DEFAULT } from '../api.ts'
import { type Comparison, compare, type Rounds, settle } from '../support/compare-responses.ts'
import { onRows } from '../support/judge-pages.ts'
import { inWords, queryInWords } from '../support/page.ts'
import type { RowsQuery } from '../support/queries.ts'
import { readRows } from '../support/rows-page.ts'

/** Impact and cause if only has_more differs. */
const OF_MORE = [
  'A client that omits size and continues while has_more is true stops early, or requests a page that does not exist.',
  'has_more is computed from the size in the query, which is missing, and not from the default',
] as const

/** `full` has size=100, `lean` has no size. */
const compareDefault = onRows((full, lean, x, y) => {
  const words = ({ size, items, hasMore }: typeof full) =>
    `size ${size}, ${count(items.length, 'row')}, has_more ${hasMore}`
  if (words(full) === words(lean)) return undefined
  const inShort = ({ size, items, hasMore }: typeof full) => ({
    ...{ size, 'number of rows': items.length, has_more: hasMore },
  })
  const found = violation(`${words(full)}, as with ${queryInWords(x)}`, words(lean), x, y)
  const isOfMore = full.size === lean.size && full.items.length === lean.items.length
  return differing(
    isOfMore ? explained(found, ...OF_MORE) : found,
    ofJson(inShort(full), inShort(lean), [inWords(x), inWords(y)]),
  )
})

const comparison: Comparison = { differ: compareDefault, alike: (one, other) => !compareDefault(one, other) }

export default trial<Partial<RowsQuery>, Rounds | undefined>({
  level: 'stated',
  title: 'size of the rows defaults to 100',
  clauses: ['4.rows.size.default', '8.rows-size-default'],
  tried:
    'Pages without a size, compared with the same pages with size=100: size, number of rows and has_more. Without a page, whose default is open, the page that is returned counts.',
  meaning: 'A client that omits size and counts pages by 100 skips rows or reads them twice.',
  causes: [
    'the default is that of the lists (50), of the framework, or the maximum (1000)',
    'the default holds on the first page only',
  ],
  needs: ['project', 'dataset'],
  after: ['b.rows.envelope', 'b.rows.size-range'],
  faults: {
    'as-the-lists': { bRowsSizeDefault: () => 50n },
    maximum: { bRowsSizeDefault: () => 1000n },
    'other-beyond-page-1': { bRowsSizeDefault: (call) => (call.query('page')[0] === '1' ? 100n : 50n) },
    'told-as-100': {
      bRowsSizeDefault: () => 50n,
      bRowsEchoSize: (size, call) => (call.query('size').length > 0 ? size : 100),
    },
    'no-more-without-a-size': {
      bHasMore: (fetched, size, call) => fetched > size && call.query('size').length > 0,
    },
    'no-more-without-a-page': {
      bHasMore: (fetched, size, call) => fetched > size && call.query('page').length > 0,
    },
    'fewer-rows-without-a-page': {
      bRowsKept: (rows, size, call) => rows.slice(0, call.query('page').length > 0 ? size : Math.min(size, 50)),
    },
    'told-as-0': { bRowsEchoSize: (size, call) => (call.query('size').length > 0 ? size : 0) },
  },
  quickMisses: {
    'no-more-without-a-page': 'quick depth always sends a page',
    'fewer-rows-without-a-page': 'quick depth always sends a page',
  },
  freedoms: {
    'page-2-when-left-out': { bRowsPageDefault: () => 2n },
    'page-needed': { bRowsPageDefault: () => 0n },
  },
  cases: {
    first: [{ page: 1 }, { page: 2 }, {}, { size: ROWS_SIZE_DEFAULT - 1 }, { page: 3 }],
    any: fc.record({ page: fc.integer({ min: 1, max: 30 }) }),
    count: [2, 6, 20],
  },
  async send({ page, size }, tools) {
    const lean = call(tools.target, 'rows', { page, size })
    const full = (page: number) => call(tools.target, 'rows', { page, size: size ?? ROWS_SIZE_DEFAULT })
    if (page !== undefined) return compare(tools, full(page), lean, comparison)
    // A server may need the page, or have any default.
    const returned = readRows(await tools.once(lean))?.page
    return returned ? compare(tools, full(Number(returned)), lean, comparison) : undefined
  },
  judge: (rounds) => rounds && settle(rounds, comparison),
})
