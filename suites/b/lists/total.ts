import { headlined, trial } from '../../../src/core/rule.ts'
import { call, LIST_SIZE_MAX } from '../api.ts'
import { type Comparison, compare, type Rounds, settle } from '../support/compare-responses.ts'
import { onPages } from '../support/judge-pages.ts'
import { inWords } from '../support/page.ts'
import { otherTotal, sameTotal } from '../support/past-end.ts'
import { anyListQuery, type ListQuery, lastPage, lastPages, onEachList } from '../support/queries.ts'

const differ = onPages((first, other, x, y) =>
  first.total === other.total
    ? undefined
    : headlined(
        `total depends on the page or size: ${inWords(y)} returned total ${other.total}, but ${inWords(x)} total ${first.total}`,
        otherTotal([first.total, x], [other.total, y]),
      ),
)

const comparison: Comparison = { differ, alike: sameTotal }

export default trial<ListQuery, Rounds>({
  level: 'stated',
  title: 'total is the same on every page of a list and at every size',
  clauses: ['2.list.total'],
  tried: 'Pages of each list at its ends and generated ones, each compared with the total of the first page.',
  meaning: 'A client that pages until it has read total items stops too early or too late.',
  causes: [
    'total counts the items of the page, or after LIMIT and OFFSET, instead of the whole list',
    'the count is estimated, cached for each page, or made for page 1 only',
    'the count runs over a join, and counts an item once for each joined row',
    "an ORM's default scope hides items from the list and not from the count, or the other way round",
  ],
  after: ['b.lists.envelope', 'b.lists.size-range'],
  faults: {
    'of-the-page': { bTotal: (_total, items) => items.length },
    'so-far': { bTotal: (_total, items, call) => Number(call.page! - 1n) * call.size! + items.length },
    'on-page-1-only': { bTotal: (total, _items, call) => (call.page === 1n ? total : 0) },
    'what-is-left': { bTotal: (total, _items, call) => Math.max(0, total - Number(call.page! - 1n) * call.size!) },
    'one-more-than-seen-at-nodes': {
      bTotal: (total, items, call) =>
        call.endpoint === 'nodes' ? Number(call.page! - 1n) * call.size! + items.length + 1 : total,
    },
    'without-the-last-on-the-last-page': {
      bTotal: (total, items, call) => (items.length < call.size! ? total - 1 : total),
    },
    'up-to-whole-pages': { bTotal: (total, _items, call) => Math.ceil(total / call.size!) * call.size! },
  },
  cases: {
    first(target) {
      const last = (size: number) => (list: ListQuery['list']) => ({ list, page: lastPage(target, list, size), size })
      const others = onEachList<ListQuery>(
        target,
        last(LIST_SIZE_MAX),
        last(1),
        (list) => ({ list, page: 1, size: 1 }),
        (list) => ({ list, page: Math.min(2, lastPage(target, list)) }),
        (list) => ({ list, page: 1, size: LIST_SIZE_MAX }),
      )
      return [...lastPages(target), ...others]
    },
    any: anyListQuery,
    count: [3, 18, 200],
  },
  send: ({ list, ...query }, tools) =>
    compare(tools, call(tools.target, list), call(tools.target, list, query), comparison),
  judge: (rounds) => settle(rounds, comparison),
})
