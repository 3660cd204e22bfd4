import fc from 'fast-check'
import { trial } from '../../../src/core/rule.ts'
import { largestDivisor } from '../../../src/judge/page-arithmetic.ts'
import { call, LIST_SIZE_MAX, reachableLists } from '../api.ts'
import { compare, type Rounds, settle } from '../support/compare-responses.ts'
import { pastEnd, TOTAL_OF_ROWS } from '../support/past-end.ts'
import { anyList, type ListQuery, lastPage, onEachList, totalOf } from '../support/queries.ts'

const MOST = 2 ** 31 - 1

export default trial<Required<ListQuery>, Rounds>({
  level: 'stated',
  title: 'A page beyond the last of a list succeeds with empty items and the true total',
  clauses: ['4.2'],
  tried: 'The page after the last at several sizes, and pages up to 2^31-1, also where the offset exceeds 32 bits.',
  meaning: 'A client that requests one page too many fails, or reads items twice, or concludes that the list is empty.',
  causes: ['a page out of range is clamped or refused, or its offset overflows 32 bits', TOTAL_OF_ROWS],
  after: ['b.lists.envelope', 'b.lists.size-range', 'b.lists.total'],
  follows: ['b.lists.page-length'],
  faults: {
    'last-page-again': { bPastEnd: (page, pages) => (page > BigInt(pages) ? BigInt(Math.max(1, pages)) : page) },
    'total-0': { bTotal: (total, items) => (items.length === 0 ? 0 : total) },
    'not-found': {
      response: (response, call) =>
        call.page !== undefined && call.page > 1n && String(response.body).startsWith('{"items":[],')
          ? { ...response, status: 404, body: '{"error":{"code":"not_found","message":"Invalid page","status":404}}' }
          : response,
    },
    'first-page-again-at-nodes': {
      bPastEnd: (page, pages, call) => (call.endpoint === 'nodes' && page > BigInt(pages) ? 1n : page),
    },
    'wraps-at-32-bits': { bOffset: (page, size) => BigInt.asUintN(32, (page - 1n) * BigInt(size)) },
    'negative-from-31-bits': { bOffset: (page, size) => BigInt.asIntN(32, (page - 1n) * BigInt(size)) },
    'fails-from-31-bits-at-datasets': {
      bOffset: (page, size, call) => {
        const offset = (page - 1n) * BigInt(size)
        if (call.endpoint === 'datasets' && offset > 2n ** 31n - 1n) throw new Error('bigint out of range')
        return offset
      },
    },
    'last-page-again-right-after-it': {
      bPastEnd: (page, pages) => (page === BigInt(pages) + 1n ? BigInt(Math.max(1, pages)) : page),
    },
  },
  cases: {
    first(target) {
      const after = (list: ListQuery['list'], size: number, more = 1) => ({
        list,
        page: lastPage(target, list, size) + more,
        size,
      })
      const [first, ...others] = reachableLists(target).reverse()
      return [
        after(first!, 50),
        // Their offsets are 2^32, just above 2^31, and far beyond.
        ...others.slice(0, 1).map((list) => ({ list, page: 2 ** 26 + 1, size: 64 })),
        ...others.toReversed().map((list) => after(list, 50)),
        ...onEachList(
          target,
          (list) => after(list, largestDivisor(totalOf(target, list), LIST_SIZE_MAX)),
          (list) => ({ list, page: 2 ** 25 + 1, size: 64 }),
          (list) => ({ list, page: 2 ** 26 + 1, size: 64 }),
          (list) => ({ list, page: MOST, size: 100 }),
          (list) => after(list, 1),
          (list) => after(list, 7, 2),
        ),
      ]
    },
    any: (target) =>
      fc.tuple(anyList(target), fc.integer({ min: 1, max: LIST_SIZE_MAX })).chain(([list, size]) => {
        const min = lastPage(target, list, size) + 1
        return fc
          .oneof(fc.integer({ min, max: min + 10 }), fc.integer({ min, max: MOST }))
          .map((page) => ({ list, page, size }))
      }),
    count: [2, 20, 200],
  },
  send: ({ list, page, size }, tools) =>
    compare(tools, call(tools.target, list), call(tools.target, list, { page, size }), pastEnd),
  judge: (rounds) => settle(rounds, pastEnd),
})
