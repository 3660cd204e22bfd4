import fc from 'fast-check'
import { differing, trial, violation } from '../../../src/core/rule.ts'
import { ofJson } from '../../../src/judge/difference.ts'
import { inTurns } from '../../shared/in-turns.ts'
import { call, LIST_SIZE_DEFAULT, LIST_SIZE_MAX, type ListName, reachableLists } from '../api.ts'
import { type Comparison, compare, type Rounds, settle } from '../support/compare-responses.ts'
import { keyOf, onPages, sameItems } from '../support/judge-pages.ts'
import { inWords } from '../support/page.ts'
import { anyList, type ListQuery, lastPage, onEachList } from '../support/queries.ts'

/** `full` has both parameters, `lean` lacks those with their default values. */
const differ = onPages((full, lean, x, y) => {
  const same = full.page === lean.page && full.size === lean.size && sameItems(full.items, lean.items)
  if (same) return undefined
  const words = ({ page, size, items }: typeof full) => `page ${page}, size ${size}, ${items.length} items`
  const other = words(full) === words(lean) ? `${words(lean)}, but other ones` : words(lean)
  const inShort = ({ page, size, items }: typeof full) => ({ page, size, 'number of items': items.length })
  const told = ofJson(inShort(full), inShort(lean), [inWords(x), inWords(y)])
  const items = () =>
    ofJson({ items: full.items.map(keyOf) }, { items: lean.items.map(keyOf) }, [inWords(x), inWords(y)])
  return differing(
    violation(`${inWords(y)}: the same page as ${inWords(x)} (${words(full)})`, other, x, y),
    told ?? items(),
  )
})

const comparison: Comparison = { differ, alike: (one, other) => !differ(one, other) }

export default trial<ListQuery, Rounds>({
  level: 'stated',
  title: 'page of a list defaults to 1 and size to 50, each on its own',
  clauses: ['4.list.page.default', '4.list.size.default', '8.list-size-default'],
  tried:
    'Each list without page, without size and without both, compared with the same request with page=1 and size=50 spelled out.',
  meaning: 'A client that omits a parameter gets another page than the reference says, and may skip items.',
  causes: [
    "the default is the framework's (20, 25, 100) and not the documented one",
    'page is counted from 0 and defaults to the second page',
    'the defaults hold only when both parameters are left out',
    'one list has its own default',
  ],
  after: ['b.lists.envelope', 'b.lists.size-range'],
  faults: {
    'size-25': { bSizeDefault: () => 25n },
    'size-100-at-nodes': { bSizeDefault: (call) => (call.endpoint === 'nodes' ? 100n : 50n) },
    'second-page': { bPageDefault: () => 2n },
    'size-100-once-page-is-given': { bSizeDefault: (call) => (call.query('page').length > 0 ? 100n : 50n) },
    'size-given-starts-at-page-2': { bPageDefault: (call) => (call.query('size').length > 0 ? 2n : 1n) },
    'other-items-under-the-same-numbers': {
      bOffset: (page, size, call) => (page - (call.query('page').length > 0 ? 1n : 0n)) * BigInt(size),
    },
    'told-as-0-when-left-out': { bEchoPage: (page, call) => (call.query('page').length > 0 ? page : 0) },
  },
  cases: {
    first(target) {
      const page = (list: ListName) => Math.min(2, lastPage(target, list))
      const lean = [
        () => ({ page: 1 }),
        () => ({ size: LIST_SIZE_MAX }),
        (list: ListName) => ({ page: page(list) }),
        () => ({ size: 40 }),
      ]
      return [
        ...onEachList(target, (list) => ({ list })),
        ...inTurns(lean, reachableLists(target).reverse()).map(([make, list]) => ({ list, ...make(list) })),
      ]
    },
    any: (target) =>
      fc.oneof(
        fc.record({ list: anyList(target), size: fc.integer({ min: 1, max: 100 }) }),
        anyList(target).chain((list) =>
          fc.record({ list: fc.constant(list), page: fc.integer({ min: 1, max: lastPage(target, list) }) }),
        ),
      ),
    count: [5, 15, 60],
  },
  send: ({ list, page, size }, tools) => {
    const full = call(tools.target, list, { page: page ?? 1, size: size ?? LIST_SIZE_DEFAULT })
    return compare(tools, full, call(tools.target, list, { page, size }), comparison)
  },
  judge: (rounds) => settle(rounds, comparison),
})
