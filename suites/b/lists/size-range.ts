import fc from 'fast-check'
import { count } from '../../../src/core/count.ts'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { trial, unclear, violation } from '../../../src/core/rule.ts'
import { pageLength } from '../../../src/judge/page-arithmetic.ts'
import { alternatePairs } from '../../shared/alternate-pairs.ts'
import { call, LIST_SIZE_MAX, reachableLists } from '../api.ts'
import { refused } from '../support/judge-pages.ts'
import { readPage } from '../support/page.ts'
import { anyList, type ListQuery } from '../support/queries.ts'

interface Evidence {
  readonly x: Exchange
  /** A page of one item after a page that is too short. */
  readonly next?: Exchange
}

/** A page, and how many items it should have. */
function pageIn(x: Exchange, size: number) {
  const page = isSuccess(x) ? readPage(x) : undefined
  return page && { ...page, length: pageLength(page.total, 1n, BigInt(size)) }
}

export default trial<ListQuery, Evidence>({
  level: 'stated',
  title: 'Every size of a list from 1 to 100 is honoured',
  clauses: ['4.list.size', '4.list.size.range', '8.list-size-range'],
  tried: 'The first page of each list at the ends of the range, around the default, and at generated sizes.',
  meaning: 'A client that requests an allowed page size is rejected, or gets another number of items.',
  causes: [
    'an allowed size is excluded or capped: an end of the range, a lower maximum, or only some sizes',
    'size=1 is taken for true or for a default',
  ],
  after: ['b.lists.envelope'],
  follows: ['b.lists.page-length', 'b.lists.echo', 'b.lists.total'],
  faults: {
    '100-refused': {
      bSize: (size, call) =>
        size === 100n ? { parameter: 'size', problem: 'too large' } : call.conforming.bSize(size, call),
    },
    'cut-to-50-without-a-word': { bSize: (size, call) => Math.min(50, Number(call.conforming.bSize(size, call))) || 1 },
    'cut-to-50-at-datasets': { bLimit: (size, call) => (call.endpoint === 'datasets' ? Math.min(size, 50) : size) },
    '1-refused': {
      bSize: (size, call) =>
        size === 1n ? { parameter: 'size', problem: 'too small' } : call.conforming.bSize(size, call),
    },
    'only-steps': {
      bSize: (size, call) =>
        [10, 25, 50, 100].find((step) => BigInt(step) >= size) ?? call.conforming.bSize(size, call),
    },
    'refused-above-default-at-nodes': {
      bSize: (size, call) =>
        call.endpoint === 'nodes' && size > 50n
          ? { parameter: 'size', problem: 'too large' }
          : call.conforming.bSize(size, call),
    },
    'never-read': { bSize: () => 50 },
  },
  cases: {
    first: (target) =>
      alternatePairs([1, 100, 99, 51, 2, 50, 49], reachableLists(target)).map(([size, list]) => ({ list, size })),
    any: (target) => fc.record({ list: anyList(target), size: fc.integer({ min: 1, max: LIST_SIZE_MAX }) }),
    count: [3, 17, 300],
  },
  async send({ list, size = 1 }, tools) {
    const x = await tools.once(call(tools.target, list, { page: 1, size }))
    const { items = [], length = 0n } = pageIn(x, size) ?? {}
    const isShort = items.length > 0 && BigInt(items.length) < length
    return isShort ? { x, next: await tools.get(call(tools.target, list, { page: items.length + 1, size: 1 })) } : { x }
  },
  judge({ x, next }, { size = 1 }) {
    if (!isSuccess(x)) return refused(x)
    const page = pageIn(x, size)
    if (!page) return unclear('a response has no list page, which b.lists.envelope judges')
    const { items, total, size: echoed, length } = page
    if (next && readPage(next)?.items.length === 0)
      return unclear('the list ends before the total that it gives, which b.lists.walk judges')
    if (BigInt(items.length) !== length)
      return violation(`${count(Number(length), 'item')}, since total is ${total}`, count(items.length, 'item'), x)
    // A list shorter than the size fits on any page: only the echoed size shows a difference.
    if (total > size || echoed === BigInt(size)) return undefined
    return violation(`a page of size ${size}`, `a page of size ${echoed}`, x)
  },
})
