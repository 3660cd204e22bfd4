import type { Exchange } from '../../../src/core/exchange.ts'
import { prefetchPages } from '../../../src/core/prefetch-pages.ts'
import type { Depth } from '../../../src/core/rule.ts'
import { type AskRows, readRows } from './rows-page.ts'

/** The rows as paging reads them: from page 1 on while has_more. */
export interface RowReading {
  /** Rows read; where pages in the middle were left out, those on them counted as full. */
  readonly rows: number
  /** has_more never let it end. */
  readonly endless: boolean
  /** The response that ended paging: not a success, or not a rows page. */
  readonly broken?: Exchange
  readonly last: Exchange
}

/** The most pages that are all read before exhaustive depth, and the pages read beyond the last if paging does not end. */
const MOST_PAGES = 10
const BEYOND = 3

/** The first page by whose has_more paging ends, if all after it are like it: after page 2, and before this one. */
async function firstWithoutMore(ask: AskRows, size: number, page: number): Promise<RowReading | undefined> {
  let [before, after] = [2, page]
  let end: { readonly last: Exchange; readonly items: number } | undefined
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    const last = await ask({ page: middle, size })
    const found = readRows(last)
    if (!found) return undefined
    if (found.hasMore) before = middle
    else {
      after = middle
      end = { last, items: found.items.length }
    }
  }
  return end && { rows: (after - 1) * size + end.items, endless: false, last: end.last }
}

/** All rows if that is affordable; otherwise the first two pages and those from the last but one on. */
export async function readEveryRow(ask: AskRows, size: number, rows: number, depth: Depth): Promise<RowReading> {
  const pages = Math.ceil(rows / size)
  const whole = pages <= MOST_PAGES || (depth === 'exhaustive' && (size >= 100 || pages <= 1000))
  const next = prefetchPages((page) => ask({ page, size }))
  let read = 0
  for (let page = 1; ; page++) {
    const last = await (whole ? next(page, pages) : ask({ page, size }))
    const found = readRows(last)
    if (!found) return { rows: read, endless: false, broken: last, last }
    read += found.items.length
    if (!found.hasMore) {
      // Between the pages that were left out lies the first one without more.
      const isPremature = !whole && page === pages - 1
      const first = isPremature ? await firstWithoutMore(ask, size, page) : undefined
      return first ?? { rows: read, endless: false, last }
    }
    if (page >= pages + BEYOND) return { rows: read, endless: true, last }
    if (page === 2 && !whole) {
      read += (pages - 4) * size
      page = pages - 2
    }
  }
}
