import { isSuccess } from '../../../src/core/exchange.ts'
import { largestDivisor } from '../../../src/judge/page-arithmetic.ts'
import { type AskRows, type RowsPage, readRows } from './rows-page.ts'

/** No dataset has a million million rows: a server that has some there has no end. */
export const MOST_PAGES = 2 ** 30

/** What a rule says of rows that `countRows` could not count. */
export const UNCOUNTED = 'the rows could not be counted: a page was refused, or lacks what b.rows.envelope requires'

/**
 * How many rows there are, by few requests for pages of that size: ever farther ones until the rows have ended, then halving. A page ends
 * the rows when it is not full, or says that no more follow and none do. Infinity where they
 * never end; undefined where that leads nowhere: the number of a page
 * that is smaller than requested proves nothing.
 */
export async function countRows(ask: AskRows, size: number): Promise<number | undefined> {
  const rows = await countUntil(ask, size, ({ items, hasMore }) => items.length < size || !hasMore)
  if (!rows || !Number.isFinite(rows) || rows % size !== 0) return rows
  const next = await ask({ page: rows / size + 1, size })
  if (!isSuccess(next) || !readRows(next)?.items.length) return rows
  const more = await countUntil(ask, size, ({ items }) => items.length < size)
  // Some servers return the last rows on any later page.
  return more === Number.POSITIVE_INFINITY ? rows : more
}

async function countUntil(ask: AskRows, size: number, isEnd: (page: Part) => boolean): Promise<number | undefined> {
  const read = async (page: number): Promise<Part | undefined> => {
    const x = await ask({ page, size })
    // Where a page beyond the last is refused, which other rules judge, the rows have ended before it.
    return isSuccess(x) || page === 1 ? readRows(x) : NOTHING
  }
  let [before, page] = [0, 1]
  let found = await read(page)
  while (found && !isEnd(found) && page < MOST_PAGES) {
    before = page
    page *= 2
    found = await read(page)
  }
  if (!found) return undefined
  if (!isEnd(found)) return Number.POSITIVE_INFINITY
  while (page - before > 1) {
    const middle = Math.floor((before + page) / 2)
    const between = await read(middle)
    if (!between) return undefined
    if (isEnd(between)) [page, found] = [middle, between]
    else before = middle
  }
  if (found.hasMore && (await read(page + 1))?.items.length !== 0) return undefined
  return (page - 1) * size + found.items.length
}

type Part = Pick<RowsPage, 'items' | 'hasMore'>

// Stryker disable next-line BooleanLiteral: of a page without rows it decides nothing, as the next one is none either
const NOTHING: Part = { items: [], hasMore: false }

/** A size that depends on how many rows there are, so that a case can name it before that is known. */
export type SizeChoice = number | keyof typeof CHOICES

const CHOICES = {
  'divides the row count': largestDivisor,
  'divides one row less': (rows: number, most: number) => largestDivisor(rows - 1, most),
  'divides one row more': (rows: number, most: number) => largestDivisor(rows + 1, most),
  'half of the rows': (rows: number, most: number) => Math.min(most, Math.ceil((rows + 1) / 2)),
  'a third of the rows': (rows: number, most: number) => Math.min(most, Math.ceil((rows + 1) / 3)),
} as const

/** The chosen size, at most `most`. */
export const sizeOf = (choice: SizeChoice, rows: number, most: number): number =>
  typeof choice === 'number' ? Math.min(choice, most) : CHOICES[choice](rows, most)
