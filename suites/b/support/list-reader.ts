import type { Exchange } from '../../../src/core/exchange.ts'
import { prefetchPages } from '../../../src/core/prefetch-pages.ts'
import type { Tools } from '../../../src/core/rule.ts'
import { createMultiset, distinctIn, isSameMultiset, type Multiset, missingFrom } from '../../../src/judge/multiset.ts'
import { pageCount } from '../../../src/judge/page-arithmetic.ts'
import { call, type ListName } from '../api.ts'
import { isNamed, keyOf } from './judge-pages.ts'
import { readPage } from './page.ts'
import { totalOf } from './queries.ts'
import { itemsOf } from './response-fingerprint.ts'

/** A list as paging reads it. */
export interface ListReading {
  readonly size: number
  /** From page 1 on while page is less than pages; else some pages of it, the last among them. */
  readonly whole: boolean
  readonly items: Multiset
  /** All items have ids. */
  readonly named: boolean
  /** Items up to the end of the last page that was read. */
  readonly length: number
  /** The totals of the pages: one unless the list changes. */
  readonly totals: ReadonlySet<bigint>
  /** pages never let it end. */
  readonly endless: boolean
  /** The response that ended paging: not a success, or not a list page. */
  readonly broken?: Exchange
  /** The pages with an item that was read twice: one if both are on it, or if the first was read long before. */
  readonly twice?: readonly Exchange[]
  readonly last: Exchange
}

/** The most pages that are all read before exhaustive depth, and the pages read beyond the last if paging does not end. */
const MOST_PAGES = 10
const BEYOND = 3
/** Pages kept to find the first with an item that is repeated. */
const MOST_KEPT = 20
/** Smaller pages than this make reading a long list expensive even at exhaustive depth, and show little of its order. */
const LARGE = 50

/** Reads a short list first with requests shared with other rules, and again with its own after a violation. */
export function readList(tools: Tools, list: ListName, size: number, way: 'once' | 'get'): Promise<ListReading> {
  const pages = Math.ceil(totalOf(tools.target, list) / size)
  const short = pages <= MOST_PAGES
  const whole = short || (tools.depth === 'exhaustive' && (size >= LARGE || pages <= 1000))
  const ask = (page: number) => tools[short ? way : 'get'](call(tools.target, list, { page, size }))
  return whole ? readAll(ask, size, totalOf(tools.target, list)) : readSome(ask, size)
}

type Ask = (page: number) => Promise<Exchange>

async function readAll(ask: Ask, size: number, expected: number): Promise<ListReading> {
  const notes = takeNotes(size, expected)
  const next = prefetchPages(ask)
  let last = 1
  for (let page = 1; ; page++) {
    const found = notes.take(page, await next(page, last))
    if (!found || BigInt(page) >= found.pages) return notes.walk(true, false)
    const most = pageCount(found.total, BigInt(size)) + BigInt(BEYOND)
    if (BigInt(page) >= most) return notes.walk(true, true)
    last = Number(found.pages < most ? found.pages : most)
  }
}

/** The first two pages, two in the middle and the last two, going by the total that the first gives. */
async function readSome(ask: Ask, size: number): Promise<ListReading> {
  // Stryker disable next-line ArithmeticOperator: a guess of how much will come, which only costs time
  const notes = takeNotes(size, 6 * size)
  const first = notes.take(1, await ask(1))
  const pages = first ? Number(pageCount(first.total, BigInt(size))) : 0
  const middle = Math.ceil(pages / 2)
  const others = [...new Set([2, middle, middle + 1, pages - 1, pages])].filter((page) => page > 1 && page <= pages)
  const answers = await Promise.all(others.map(ask))
  for (const [i, page] of others.entries()) if (!notes.take(page, answers[i]!)) break
  return notes.walk(false, false)
}

function takeNotes(size: number, expected: number) {
  const items = createMultiset(expected)
  const totals = new Set<bigint>()
  let named = true
  let length = 0
  let last: Exchange
  let broken: Exchange | undefined
  let twice: readonly Exchange[] | undefined
  const kept: Exchange[] = []
  return {
    take(page: number, x: Exchange) {
      const found = readPage(x)
      last = x
      if (!found) {
        broken = x
        return undefined
      }
      named &&= isNamed(found.items)
      for (const item of found.items) items.add(keyOf(item))
      if (items.repeated !== undefined)
        twice ??= [...kept.filter((y) => itemsOf(y).some((item) => keyOf(item) === items.repeated)), x]
      else if (kept.push(x) > MOST_KEPT) kept.shift()
      // Stryker disable next-line ConditionalExpression,EqualityOperator: two suffice; a long list keeps no more
      if (totals.size < 3) totals.add(found.total)
      if (found.items.length > 0) length = (page - 1) * size + found.items.length
      return found
    },
    walk: (whole: boolean, endless: boolean): ListReading => {
      return { size, whole, endless, items, named, length: whole ? items.size : length, totals, broken, twice, last }
    },
  }
}

/**
 * Whether all can be readings of one unchanged list: the same total, and together no more items than that. Sampled pages prove
 * less: the same items each time, or enough others that the list has no order, rather than an inserted or removed item.
 */
export function ofOneList(walks: readonly ListReading[]): boolean {
  const totals = new Set(walks.flatMap((walk) => [...walk.totals]))
  if (totals.size > 1) return false
  const [first, ...others] = walks.map(({ items }) => items)
  if (!walks.every(({ named }) => named) || others.every((bag) => isSameMultiset(first!, bag))) return true
  const distinct = distinctIn(first!, ...others)
  if (walks.every(({ whole }) => whole)) return BigInt(distinct) <= [...totals][0]!
  return walks[0]!.size >= LARGE && others.every((bag) => missingFrom(bag, first!).length > bag.counts.size / 2)
}
