import fc from 'fast-check'
import { count } from '../../../src/core/count.ts'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { explained, type Finding, moved, trial, unclear, violation } from '../../../src/core/rule.ts'
import { call, largestRowsSize, ROWS_SIZE_MAX } from '../api.ts'
import { type Comparison, compare, type Rounds, settle } from '../support/compare-responses.ts'
import { refused } from '../support/judge-pages.ts'
import { integersIn } from '../support/page.ts'
import { countRows, type SizeChoice, sizeOf, UNCOUNTED } from '../support/row-count.ts'
import { readRows, rowsBy } from '../support/rows-page.ts'

/** A page beyond the last by some pages, or one that is far beyond any. */
type Case = { readonly size: SizeChoice; readonly beyond: number } | { readonly size: number; readonly page: number }

const MOST = 2 ** 31 - 1

const anySize = fc.integer({ min: 1, max: ROWS_SIZE_MAX })

/** The reference is the last page at the largest size, which shows how many rows there are. */
function comparePastEnd(last: Exchange, x: Exchange): Finding | undefined {
  if (!isSuccess(x))
    return {
      ...refused(x),
      expected: 'a success with no rows',
      impact: 'A client that requests a page past the end fails.',
    }
  const [page, rows] = [readRows(x), rowsUpTo(last)]
  if (!page || !readRows(last)) return unclear('a response has no rows page, which b.rows.envelope judges')
  if (rows === undefined) return moved('more rows follow the page that was the last one')
  const { page: number = 1n, size = 1n } = integersIn(x)!
  if ((number - 1n) * size < rows || number === 1n) return undefined
  const expected = (what: string) =>
    `${what}, since ${rows === 1n ? 'there is' : 'there are'} ${count(Number(rows), 'row')}`
  if (page.items.length > 0)
    return explained(
      violation(expected('no rows'), count(page.items.length, 'row'), last, x),
      'A client that requests a page past the end reads rows again.',
    )
  if (!page.hasMore) return undefined
  return explained(
    violation(expected('has_more false'), 'has_more true', last, x),
    'A client that reads while has_more is true never ends.',
  )
}

/** Undefined where more rows follow: then it is no longer the last page. */
function rowsUpTo(x: Exchange): bigint | undefined {
  const page = readRows(x)
  const { page: number = 1n, size = 1n } = integersIn(x)!
  if (!page || (page.hasMore && BigInt(page.items.length) === size)) return undefined
  return (number - 1n) * size + BigInt(page.items.length)
}

const comparison: Comparison = {
  differ: comparePastEnd,
  alike: (one, other) => rowsUpTo(one) === rowsUpTo(other),
}

export default trial<Case, Rounds | undefined>({
  level: 'implied',
  title: 'A page beyond the last row succeeds with no rows and has_more false',
  clauses: ['2.rows.items', '2.rows.has_more'],
  derivation: 'any page from 1 may be requested; a page beyond the last row has no rows, and none follow it.',
  tried: 'The pages after the last at several sizes, and pages up to 2^31-1, also where the offset exceeds 32 bits.',
  meaning: 'A client that requests one page too many fails, or reads rows twice, or never ends.',
  causes: [
    'a page out of range is clamped or refused, or its offset overflows 32 bits',
    'has_more compares with a total that is not known there',
  ],
  needs: ['project', 'dataset'],
  after: ['b.rows.has-more'],
  faults: {
    'not-found': {
      response: (response, call) =>
        call.endpoint === 'rows' && String(response.body).includes('"items":[],')
          ? { ...response, status: 404, body: '{"error":{"code":"not_found","message":"No such page","status":404}}' }
          : response,
    },
    'first-page-again-when-far': {
      bRowsOffset: (page, size) => (page > 100_000n ? 0n : (page - 1n) * BigInt(size)),
    },
    'wraps-at-32-bits': { bRowsOffset: (page, size) => BigInt.asUintN(32, (page - 1n) * BigInt(size)) },
    'fails-from-31-bits': {
      bRowsOffset: (page, size) => {
        const offset = (page - 1n) * BigInt(size)
        if (offset > 2n ** 31n - 1n) throw new Error('integer out of range')
        return offset
      },
    },
    'more-when-far': { bHasMore: (fetched, size, call) => fetched > size || call.page! > 10_000n },
    'refused-when-far': {
      bRowsPage: (page, call) =>
        page > 10_000n ? { parameter: 'page', problem: 'too large' } : call.conforming.bRowsPage(page, call),
    },
  },
  cases: {
    first: [
      { size: 64, page: 2 ** 26 + 1 },
      { size: 1, beyond: 1 },
      { size: 'divides the row count', beyond: 1 },
      { size: 100, beyond: 1 },
      { size: 64, page: 2 ** 25 + 1 },
      { size: ROWS_SIZE_MAX, page: MOST },
      { size: 1, page: MOST },
      { size: ROWS_SIZE_MAX, beyond: 2 },
    ],
    any: fc.oneof(
      {
        weight: 19,
        arbitrary: fc.record({
          size: anySize,
          beyond: fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 2 ** 30 })),
        }),
      },
      // Lets a boundary shrink: a page within the rows is not judged.
      { weight: 1, arbitrary: fc.record({ size: anySize, page: fc.integer({ min: 2, max: MOST }) }) },
    ),
    count: [2, 10, 120],
  },
  async send({ size: choice, ...where }, tools) {
    const most = largestRowsSize(tools.target)
    const rows = await countRows(rowsBy(tools, 'once'), most)
    if (rows === undefined || rows === Number.POSITIVE_INFINITY) return undefined
    const size = sizeOf(choice, rows, most)
    const last = Math.max(1, Math.ceil(rows / most))
    const page = 'page' in where ? where.page : Math.max(1, Math.ceil(rows / size)) + where.beyond
    const ask = (page: number, size: number) => call(tools.target, 'rows', { page, size })
    return compare(tools, ask(last, most), ask(page, size), comparison)
  },
  judge(rounds) {
    if (!rounds) return unclear(UNCOUNTED)
    return settle(rounds, comparison)
  },
})
