import fc from 'fast-check'
import { count } from '../../../src/core/count.ts'
import { differing, type Tools, trial, violation } from '../../../src/core/rule.ts'
import { ofJson } from '../../../src/judge/difference.ts'
import { alternatePairs } from '../../shared/alternate-pairs.ts'
import { call, LIST_SIZE_DEFAULT, LIST_SIZE_MAX, type ListName, reachableLists } from '../api.ts'
import { type Comparison, compare, type Rounds, settle } from '../support/compare-responses.ts'
import { keyOf, onPages, sameItems } from '../support/judge-pages.ts'
import { inWords, type Page, queryInWords } from '../support/page.ts'
import { anyList, type ListQuery, lastPage, onEachList } from '../support/queries.ts'

/** `full` has both parameters, `lean` lacks those with their default values. */
const differ = onPages((full, lean, x, y) => {
  const words = ({ page, size, items, total, pages }: typeof full) =>
    `page ${page} of ${pages}, size ${size}, ${count(items.length, 'item')} of ${total}`
  if (words(full) === words(lean) && sameItems(full.items, lean.items)) return undefined
  const other = words(full) === words(lean) ? `${words(lean)}, but other items` : words(lean)
  const inShort = ({ page, size, items, total, pages }: typeof full) => ({
    ...{ page, size, 'number of items': items.length, total, pages },
  })
  const difference = ofJson(inShort(full), inShort(lean), [inWords(x), inWords(y)])
  const items = () =>
    ofJson({ items: full.items.map(keyOf) }, { items: lean.items.map(keyOf) }, [inWords(x), inWords(y)])
  const found = violation(`${words(full)}, as with ${queryInWords(x)}`, other, x, y)
  return { ...differing(found, difference ?? items()), causes: causesOf(full, lean) }
})

/** Of the first number that differs. */
function causesOf(full: Page, lean: Page): readonly string[] {
  if (lean.page !== full.page) return ['page has another default here, perhaps counted from 0']
  if (lean.size !== full.size)
    return [`size has the default ${lean.size} here: that of the framework, or the size of an earlier request`]
  if (lean.items.length !== full.items.length) return ['the limit that is used is not the size that is reported']
  return ['the offset is computed from another default', 'the order of the list changes']
}

/** A request of the same list with another size, which a server may remember. Only once: where both parameters are left out. */
const ahead = ({ depth, random, target }: Tools, { list, page, size }: ListQuery) =>
  depth === 'quick' || list !== 'datasets' || page !== undefined || size !== undefined
    ? undefined
    : call(target, list, { size: 1 + Math.floor(random() * (LIST_SIZE_DEFAULT - 1)) })

const comparison: Comparison = { differ, alike: (one, other) => !differ(one, other) }

export default trial<ListQuery, Rounds>({
  level: 'stated',
  title: 'page of a list defaults to 1 and size to 50, each on its own',
  clauses: ['4.list.page.default', '4.list.size.default', '8.list-size-default'],
  tried:
    'Each list without page, without size and without both, compared with the same request with page=1 and size=50 spelled out. Once, a request with another size goes right before.',
  meaning: 'A client that omits a parameter gets another page than documented, and may skip items.',
  causes: [
    'the default on this list, or where one parameter is omitted, is not page 1 or size 50',
    "the default is the framework's (20, 25, 100)",
    'page is counted from 0 and defaults to the second page',
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
    'size-of-the-request-before': {
      bSizeDefault: (call) => (call.memory.get(`size ${call.key!.keyId}`) as bigint | undefined) ?? 50n,
      bEchoSize: (size, call) => {
        call.memory.set(`size ${call.key!.keyId}`, BigInt(size))
        return call.conforming.bEchoSize(size, call)
      },
    },
    'counted-to-the-end-of-the-page-without-a-size': {
      bTotal: (total, items, call) =>
        call.query('size').length > 0 ? total : Math.min(total, (Number(call.page) - 1) * 50 + items.length),
    },
    'told-as-0-when-left-out': { bEchoPage: (page, call) => (call.query('page').length > 0 ? page : 0) },
  },
  quickMisses: {
    'size-100-once-page-is-given': 'quick depth leaves out both parameters, never one',
    'size-of-the-request-before': 'quick depth sends no other request before',
    'size-given-starts-at-page-2': 'quick depth leaves out both parameters, never one',
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
        ...alternatePairs(lean, reachableLists(target).reverse()).map(([make, list]) => ({ list, ...make(list) })),
      ]
    },
    any: (target) =>
      fc.oneof(
        fc.record({ list: anyList(target), size: fc.integer({ min: 1, max: 100 }) }),
        anyList(target).chain((list) =>
          fc.record({ list: fc.constant(list), page: fc.integer({ min: 1, max: lastPage(target, list) }) }),
        ),
      ),
    count: [3, 14, 60],
  },
  send: ({ list, page, size }, tools) => {
    const full = call(tools.target, list, { page: page ?? 1, size: size ?? LIST_SIZE_DEFAULT })
    return compare(
      tools,
      full,
      call(tools.target, list, { page, size }),
      comparison,
      ahead(tools, { list, page, size }),
    )
  },
  judge: (rounds) => settle(rounds, comparison),
})
