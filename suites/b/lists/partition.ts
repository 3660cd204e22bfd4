import fc from 'fast-check'
import { differing, moved, trial, unclear, type Violation, violation } from '../../../src/core/rule.ts'
import { between } from '../../../src/judge/difference.ts'
import { isSameMultiset, missingFrom } from '../../../src/judge/multiset.ts'
import { LIST_SIZE_MAX, type ListName } from '../api.ts'
import { type ListReading, readList } from '../support/list-reader.ts'
import { inWords } from '../support/page.ts'
import { anyList, partOf, projectsLast, totalOf } from '../support/queries.ts'

interface Case {
  readonly list: ListName
  readonly sizes: readonly [number, number]
}

/** The list at the first size, at the second, and where these differ at the first once more. */
type Evidence = readonly [ListReading, ListReading, ListReading?]

export default trial<Case, Evidence>({
  level: 'implied',
  severity: 'error',
  title: 'The items that paging reads do not depend on the size',
  clauses: ['4.1'],
  derivation: 'at every size, paging from page 1 to pages reads the whole list, and there is only one whole list.',
  tried:
    'Each list read at two sizes and compared regardless of order. Of a list of more than 10 pages, only its length is compared before exhaustive depth.',
  meaning: 'A client that changes its page size finds items that it did not see before, or loses some.',
  causes: [
    'the offset is computed from the default or the largest size, not from the one asked for',
    'a cache of pages does not know the size',
    'a filter is applied to some pages only',
    'the limit of another layer cuts large pages',
  ],
  after: ['b.lists.envelope', 'b.lists.size-range', 'b.lists.total'],
  faults: {
    'offset-by-the-default-size': { bOffset: (page) => (page - 1n) * 50n },
    'offset-in-steps-of-10-at-datasets': {
      bOffset: (page, size, call) => {
        const offset = (page - 1n) * BigInt(size)
        return call.endpoint === 'datasets' ? offset - (offset % 10n) : offset
      },
    },
    'page-2-cached-without-size': {
      bSlice: (read, { offset, limit }, call) =>
        call.page === 2n
          ? call.once(`page 2 ${call.endpoint} ${call.params.project}`, () => read(offset, limit))
          : read(offset, limit),
    },
    'large-pages-cut-beyond-the-first': { bLimit: (size, call) => (call.page! > 1n ? Math.min(size, 30) : size) },
  },
  cases: {
    first(target) {
      const part = (list: ListName, pages: number) => Math.min(99, partOf(target, list, pages))
      const lists = projectsLast(target)
      return [
        ...lists.map((list): Case => ({ list, sizes: [part(list, 3), LIST_SIZE_MAX] })),
        ...lists.map((list): Case => ({ list, sizes: [LIST_SIZE_MAX, part(list, 8)] })),
      ]
    },
    any(target) {
      const size = (list: ListName) =>
        fc.integer({ min: Math.min(LIST_SIZE_MAX, Math.ceil((totalOf(target, list) + 1) / 10)), max: LIST_SIZE_MAX })
      return anyList(target).chain((list) =>
        fc.record({ list: fc.constant(list), sizes: fc.tuple(size(list), size(list)) }),
      )
    },
    count: [1, 9, 40],
  },
  async send({ list, sizes: [one, other] }, tools) {
    const walks = await Promise.all([readList(tools, list, one, 'once'), readList(tools, list, other, 'once')])
    if (!differ(...walks)) return walks
    const fresh = (size: number) => readList(tools, list, size, 'get')
    return [await fresh(one), await fresh(other), await fresh(one)]
  },
  judge([one, other, again]) {
    if (one.broken || other.broken || one.endless || other.endless)
      return unclear('the list cannot be read to its end, which b.lists.walk judges')
    const found = differ(one, other)
    if (!found || !again) return found
    const totals = new Set([one, other, again].flatMap((walk) => [...walk.totals]))
    return totals.size > 1 || differ(one, again) ? moved('the list changed while it was read') : found
  },
})

/** Items without ids may differ in every response: then they are only counted. */
function differ(one: ListReading, other: ListReading): Violation | undefined {
  const [here, there] = [inWords(one.last), inWords(other.last)]
  if (one.length !== other.length) {
    const actual = `${other.length} items up to ${there}`
    return differing(
      violation(`as many items as up to ${here}: ${one.length}`, actual, one.last, other.last),
      between('number of items', [`up to ${here}`, `up to ${there}`], [`${one.length}`, `${other.length}`]),
    )
  }
  const comparable = one.whole && other.whole && one.named && other.named
  if (!comparable || isSameMultiset(one.items, other.items)) return undefined
  const [missed] = missingFrom(one.items, other.items)
  const [more] = missingFrom(other.items, one.items)
  const actual = missed !== undefined ? `${missed} is missing` : `${more} is read once more`
  return violation(`the same items up to ${there} as up to ${here}`, actual, one.last, other.last)
}
