import fc from 'fast-check'
import { type Exchange, isSuccess, type Req } from '../../../src/core/exchange.ts'
import { explained, type Finding, trial, unclear, violation } from '../../../src/core/rule.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { call, largestRowsSize, ROWS_SIZE_MAX } from '../api.ts'
import { type Comparison, compare, type Rounds, settle } from '../support/compare-responses.ts'
import { otherDataset } from '../support/other-dataset.ts'
import { queryInWords } from '../support/page.ts'
import { countRows, type SizeChoice, sizeOf, UNCOUNTED } from '../support/row-count.ts'
import { readRows, rowsBy } from '../support/rows-page.ts'

const CLAIMS_MORE = 'has_more is computed from the length of the page, so that a full last page claims more'
const CUT = 'a maximum of 1000 for the query also cuts the row beyond the page, by which has_more is known'

interface Case {
  readonly size: SizeChoice
  /** Pages before the last. */
  readonly beforeLast: number
  /** Not the target's dataset but another one of its project, by its place in the list from 0. */
  readonly other?: number
}

/** The yardstick for has_more is the next page. */
function compareNext(next: Exchange, x: Exchange): Finding | undefined {
  const page = readRows(x)
  if (!page || (isSuccess(next) && !readRows(next)))
    return unclear(
      'a page of the rows was rejected, or is not a rows page, which b.rows.walk and b.rows.envelope judge',
    )
  const more = follows(next)
  if (page.hasMore === more) return undefined
  const seen = isSuccess(next)
    ? `${queryInWords(next)} has ${more ? 'rows' : 'no rows'}`
    : `${queryInWords(next)} is ${responseSummary(next)}`
  const found = violation(`has_more ${more}, since ${seen}`, `has_more ${page.hasMore}`, next, x)
  return more
    ? explained(
        found,
        'A client that reads while has_more is true misses rows.',
        ...(isLargest(x.req) ? [CUT] : []),
        'the query fetches no row beyond the page, or the comparison is off by one',
      )
    : explained(found, 'A client that reads while has_more is true requests a page that does not exist.', CLAIMS_MORE)
}

const isLargest = ({ query = [] }: Req): boolean =>
  query.some(([name, value]) => name === 'size' && value === String(ROWS_SIZE_MAX))

/** Where a page beyond the last is refused, b.rows.past-end says so: there are no rows on it. */
const follows = (next: Exchange): boolean => lengthOf(next) > 0
const lengthOf = (x: Exchange): number => readRows(x)?.items.length ?? 0

const comparison: Comparison = {
  differ: compareNext,
  alike: (one, other) => lengthOf(one) === lengthOf(other),
}

export default trial<Case, Rounds | 'uncounted' | 'no such dataset'>({
  level: 'stated',
  title: 'has_more is true exactly when at least one more row follows the page',
  clauses: ['2.rows.has_more'],
  tried:
    'Pages at and near the end, compared with the next page: at sizes that divide the row count and its neighbours, the row count itself, 1, 1000 and generated ones; also in other datasets of the project.',
  meaning: 'A client that reads while has_more is true misses rows, or requests a page that does not exist.',
  causes: [CLAIMS_MORE, 'the query fetches no row beyond the page, or the comparison is off by one'],
  needs: ['project', 'dataset'],
  after: ['b.rows.envelope', 'b.rows.size-range'],
  faults: {
    'page-is-full': { bHasMore: (fetched, size) => fetched >= size },
    'never-one-more': { bRowsFetch: (size) => size },
    'not-for-a-single-row': {
      bRowsFetch: (size) => size + 2,
      bHasMore: (fetched, size) => fetched > size + 1,
    },
    'not-empty': { bHasMore: (fetched) => fetched > 0 },
    'not-at-size-1': { bHasMore: (fetched, size) => size > 1 && fetched > size },
    'never-at-size-1000': { bRowsFetch: (size) => Math.min(size + 1, 1000) },
    'only-page-1': { bHasMore: (fetched, size, call) => fetched > size && call.page === 1n },
    'page-is-full-when-ordered': {
      bHasMore: (fetched, size, call) => (call.dataset!.sql.includes('ORDER BY') ? fetched >= size : fetched > size),
    },
    'true-when-there-are-none': {
      bHasMore: (fetched, size, call) => fetched > size || (fetched === 0 && call.page === 1n),
    },
  },
  quickMisses: {
    'true-when-there-are-none': 'quick depth looks at no empty dataset',
  },
  cases: {
    first: [
      // A single row follows; none follows a full page.
      { size: 1, beforeLast: 1 },
      { size: 1, beforeLast: 0 },
      { size: ROWS_SIZE_MAX, beforeLast: 1 },
      { size: ROWS_SIZE_MAX, beforeLast: 0, other: 1 },
      { size: 'divides the row count', beforeLast: 0 },
      { size: 'divides one row less', beforeLast: 1 },
      { size: ROWS_SIZE_MAX, beforeLast: 0 },
      { size: 'divides one row more', beforeLast: 0 },
      { size: 'divides one row less', beforeLast: 0 },
      ...[0, 1, 2, 3, 4, 5].map((other) => ({ size: 'divides the row count', beforeLast: 0, other }) as const),
    ],
    any: fc.record({ size: fc.integer({ min: 1, max: ROWS_SIZE_MAX }), beforeLast: fc.integer({ min: 0, max: 3 }) }),
    count: [3, 16, 150],
  },
  async send({ size: choice, beforeLast, other }, tools) {
    const dataset = other === undefined ? tools.target.dataset : await otherDataset(tools, other)
    if (dataset === undefined) return 'no such dataset'
    const most = largestRowsSize(tools.target)
    const rows = await countRows(rowsBy(tools, 'once', dataset), most)
    if (rows === undefined || rows === Number.POSITIVE_INFINITY) return 'uncounted'
    const size = sizeOf(choice, rows, most)
    const page = Math.max(1, Math.ceil(rows / size) - beforeLast)
    const ask = (page: number) => call(tools.target, 'rows', { page, size }, { dataset })
    return compare(tools, ask(page + 1), ask(page), comparison)
  },
  judge(rounds) {
    if (rounds === 'no such dataset') return undefined
    if (rounds === 'uncounted') return unclear(UNCOUNTED)
    return settle(rounds, comparison)
  },
})
