import type { Exchange } from '../../../src/core/exchange.ts'
import { differing, moved, type Violation, violation } from '../../../src/core/rule.ts'
import { between } from '../../../src/judge/difference.ts'
import { pageCount } from '../../../src/judge/page-arithmetic.ts'
import type { Comparison } from './compare-responses.ts'
import { onPages } from './judge-pages.ts'
import { integersIn, inWords, readPage } from './page.ts'

const differ = onPages(({ total }, page, x, y) => {
  const { page: number = 1n, size = 1n } = integersIn(y)!
  const last = pageCount(total, size)
  if (number <= last || number === 1n) return moved('the list became so long that the page is within it')
  if (page.items.length > 0) {
    const expected = `${inWords(y)}: no items, since the last page is ${last}`
    return violation(expected, `${page.items.length} items`, x, y)
  }
  if (page.total === total) return undefined
  return otherTotal([total, x], [page.total, y])
})

/** The totals of two pages of one list, which should be the same. */
export const otherTotal = ([total, x]: Totalled, [other, y]: Totalled): Violation =>
  differing(
    violation(`${inWords(y)}: total ${total}, as with ${inWords(x)}`, `total ${other}`, x, y),
    between('total', [inWords(x), inWords(y)], [`${total}`, `${other}`]),
  )

type Totalled = readonly [total: bigint, x: Exchange]

export const sameTotal = (one: Exchange, other: Exchange): boolean => readPage(one)?.total === readPage(other)?.total

/** §4.2: judges a page beyond the last by the total of a page within the list. */
export const pastEnd: Comparison = { differ, alike: sameTotal }
