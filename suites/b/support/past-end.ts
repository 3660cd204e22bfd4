import { count } from '../../../src/core/count.ts'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { differing, explained, moved, type Violation, violation } from '../../../src/core/rule.ts'
import { between } from '../../../src/judge/difference.ts'
import { pageCount } from '../../../src/judge/page-arithmetic.ts'
import type { Comparison } from './compare-responses.ts'
import { onPages } from './judge-pages.ts'
import { integersIn, inWords, queryInWords, readPage } from './page.ts'

const AGAIN =
  'A client that requests a page past the end reads items again; or total is too low, and a client that stops there misses these.'
const MISTAKEN = 'A client that requests a page past the end mistakes how long the list is.'
export const TOTAL_OF_ROWS = 'total comes with the rows (COUNT(*) OVER ()), so that no rows means no total'
const FAILS = 'A client that requests a page past the end fails.'

const differ = onPages(({ total }, page, x, y) => {
  const { page: number = 1n, size = 1n } = integersIn(y)!
  const last = pageCount(total, size)
  if (number <= last || number === 1n) return moved('the list became so long that the page is within it')
  if (page.items.length > 0) {
    const expected = `no items, since the last page is ${last}`
    return explained(
      violation(expected, count(page.items.length, 'item'), x, y),
      AGAIN,
      'a page out of range is clamped to the last or the first one',
      number * size > 2n ** 31n
        ? 'the offset of a far page overflows 32 bits'
        : 'total counts fewer items than the list has',
    )
  }
  if (page.total === total) return undefined
  return explained(
    otherTotal([total, x], [page.total, y]),
    MISTAKEN,
    page.total === 0n ? TOTAL_OF_ROWS : 'total is computed from the page and its size, not counted',
  )
})

/** The totals of two pages of one list, which should be the same. */
export const otherTotal = ([total, x]: Totalled, [other, y]: Totalled): Violation =>
  differing(
    violation(`total ${total}, as with ${queryInWords(x)}`, `total ${other}`, x, y),
    between('total', [inWords(x), inWords(y)], [`${total}`, `${other}`]),
  )

type Totalled = readonly [total: bigint, x: Exchange]

export const sameTotal = (one: Exchange, other: Exchange): boolean => readPage(one)?.total === readPage(other)?.total

const refusalCause = (status: number): string =>
  status >= 500
    ? 'the number, or the offset computed from it, is too large for the database or throws'
    : 'a page out of range is refused, or the parser takes the number for invalid'

/** §4.2: judges a page beyond the last by the total of a page within the list. */
export const pastEnd: Comparison = {
  differ(x, y) {
    const found = differ(x, y)
    return found?.kind === 'violation' && !isSuccess(y)
      ? { ...explained(found, FAILS, refusalCause(y.response!.status)), expected: 'a success with no items' }
      : found
  },
  alike: sameTotal,
}
