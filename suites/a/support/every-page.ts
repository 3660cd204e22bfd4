import type { Exchange } from '../../../src/core/exchange.ts'
import { prefetchPages } from '../../../src/core/prefetch-pages.ts'
import type { Tools } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { USERS, users } from '../api.ts'
import { readPage } from './page.ts'
import { pagesAt } from './queries.ts'

/** The longest list that is read in full at a depth. */
const SHORT = { quick: 400, standard: 1000, exhaustive: Number.POSITIVE_INFINITY }

export const isReadInFull = ({ depth, target }: Tools): boolean => (target.sizes[USERS] ?? 0) <= SHORT[depth]

/** Pages that one case reads of a longer list. The same for all shards, however the list grows. */
export const RANGE = 50
/** The most ranges: of 10 million users. */
const MOST_RANGES = 2000

/** First pages of the ranges after the first. */
export const laterRanges = (target: Target, perPage: number): number[] => {
  const ranges = Math.min(MOST_RANGES, Math.ceil(pagesAt(target, perPage) / RANGE))
  return Array.from({ length: ranges - 1 }, (_, k) => 1 + RANGE * (k + 1))
}

/**
 * The list from one page to another, in order. Ends early at a response without records, which other rules judge.
 * Pages read with `sparingly` may be older: only their agreement is evidence.
 */
export async function* everyPage(
  tools: Tools,
  perPage: number,
  { how = 'get', from = 1, to = Number.POSITIVE_INFINITY }: How = {},
): AsyncGenerator<Exchange> {
  const next = prefetchPages((page) => tools[how](users(tools.target, { page, per_page: perPage })))
  let pages = from
  for (let page = from; page <= pages; page++) {
    const x = await next(page, pages)
    yield x
    const { data = [], total = 0n } = readPage(x) ?? {}
    if (data.length === 0) return
    pages = Math.min(to, Math.ceil(Number(total) / perPage))
  }
}

interface How {
  readonly how?: 'get' | 'sparingly'
  readonly from?: number
  readonly to?: number
}
