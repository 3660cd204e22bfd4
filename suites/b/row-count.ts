import { isSuccess } from '../../src/client/exchange.ts'
import { largestDivisor } from '../../src/judge/paging.ts'
import { ROWS_SIZE_MAX } from './api.ts'
import { type AskRows, type RowsPage, readRows } from './rows-page.ts'

/** More pages than any dataset has; a server that never ends has to be left some time. */
const MOST_PAGES = 2 ** 30

/**
 * How many rows there are, by few requests for large pages: ever farther ones until the rows have ended, then halving. A page ends
 * the rows when it is not full or says that no more follow. Undefined where that leads nowhere: pages that are smaller than asked
 * for tell nothing by their number.
 */
export async function countRows(ask: AskRows): Promise<number | undefined> {
  const read = async (page: number) => {
    const x = await ask({ page, size: ROWS_SIZE_MAX })
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
  if (!found || !isEnd(found)) return undefined
  while (page - before > 1) {
    const middle = Math.floor((before + page) / 2)
    const between = await read(middle)
    if (!between) return undefined
    if (isEnd(between)) [page, found] = [middle, between]
    else before = middle
  }
  if (isShort(found) && found.hasMore && (await read(page + 1))?.items.length !== 0) return undefined
  return (page - 1) * ROWS_SIZE_MAX + found.items.length
}

const NOTHING: RowsPage = { columns: [], items: [], page: 0n, size: 0n, hasMore: false }

const isShort = ({ items }: RowsPage): boolean => items.length < ROWS_SIZE_MAX
const isEnd = (page: RowsPage): boolean => isShort(page) || !page.hasMore

/** A size that depends on how many rows there are, so that a case can name it before that is known. */
export type SizeChoice = number | 'divides the row count' | 'divides one row less' | 'divides one row more'

const OFFSETS = { 'divides the row count': 0, 'divides one row less': -1, 'divides one row more': 1 } as const

/** The largest size within the range of which that is true. */
export function sizeOf(choice: SizeChoice, rows: number): number {
  return typeof choice === 'number' ? choice : largestDivisor(rows + OFFSETS[choice], ROWS_SIZE_MAX)
}
