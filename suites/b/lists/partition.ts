import fc from 'fast-check'
import { count } from '../../../src/core/count.ts'
import { differing, headlined, moved, trial, unclear, type Violation, violation } from '../../../src/core/rule.ts'
import { between } from '../../../src/judge/difference.ts'
import { isSameMultiset, missingFrom } from '../../../src/judge/multiset.ts'
import { LIST_SIZE_MAX, type ListName } from '../api.ts'
import { type ListReading, readList } from '../support/list-reader.ts'
import { anyList, partOf, projectsLast, totalOf } from '../support/queries.ts'

interface Case {
  readonly list: ListName
  readonly sizes: readonly [number, number]
}

/** The list at the first size, at the second, and, if these differ, at the first again. */
type Evidence = readonly [ListReading, ListReading, ListReading?]

export default trial<Case, Evidence>({
  level: 'implied',
  severity: 'error',
  title: 'The items that paging reads do not depend on the size',
  clauses: ['4.1'],
  derivation: 'at every size, paging from page 1 to pages reads the whole list, and there is only one whole list.',
  tried:
    'Each list read at two sizes and compared regardless of order. Of a list of more than 10 pages, only its length is compared before exhaustive depth.',
  meaning: 'A client that changes its page size misses items, or gets some twice.',
  causes: [
    'the offset is computed from the default or the largest size, not from the requested one',
    'the limit of another layer cuts large pages',
    'a cache of pages does not know the size',
  ],
  after: ['b.lists.envelope', 'b.lists.size-range', 'b.lists.total'],
  follows: ['b.lists.page-length', 'b.lists.walk'],
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
    inWords: ({ list, sizes }) => `${list} with size ${sizes.join(' and size ')}`,
    first(target) {
      const part = (list: ListName, pages: number) => Math.min(99, partOf(target, list, pages))
      const lists = projectsLast(target)
      return [
        ...lists.map((list): Case => ({ list, sizes: [part(list, 3), LIST_SIZE_MAX] })),
        ...lists.map((list): Case => ({ list, sizes: [LIST_SIZE_MAX, part(list, 6)] })),
      ]
    },
    any(target) {
      const size = (list: ListName) =>
        fc.integer({ min: Math.min(LIST_SIZE_MAX, Math.ceil((totalOf(target, list) + 1) / 10)), max: LIST_SIZE_MAX })
      return anyList(target).chain((list) =>
        fc.record({ list: fc.constant(list), sizes: fc.tuple(size(list), size(list)) }),
      )
    },
    count: [1, 6, 40],
    divisible: true,
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

const totalsInWords = ({ totals: [total] }: { totals: Iterable<bigint> }) => `total is ${total}`

function neither(one: ListReading, other: ListReading): Violation {
  const read = [one, other].map(({ length, size }) => `${count(length, 'item')} with size ${size}`).join(' and ')
  return headlined(
    `Paging ${one.last.req.path} read ${read}; ${totalsInWords(one)}`,
    violation(`as many items as total, ${[...one.totals][0]}`, read, one.last, other.last),
  )
}

/** Items without ids may differ in every response: then they are only counted. */
function differ(one: ListReading, other: ListReading): Violation | undefined {
  const { path } = one.last.req
  const comparable = one.whole && other.whole && one.named && other.named
  if (one.length !== other.length) {
    const isRight = ({ length }: ListReading) => one.totals.has(BigInt(length))
    if (!isRight(one) && !isRight(other)) return neither(one, other)
    const [right, wrong] = isRight(other) ? [other, one] : [one, other]
    const [here, there] = [`size ${right.size}`, `size ${wrong.size}`]
    const [lost] = comparable ? missingFrom(right.items, wrong.items) : []
    const gap = lost === undefined ? '' : `, without ${lost}`
    return differing(
      headlined(
        `Paging ${path} read ${count(wrong.length, 'item')} with ${there}${gap}, but ${right.length} with ${here}; ${totalsInWords(right)}`,
        violation(
          `${count(right.length, 'item')}, as with ${here}`,
          `${count(wrong.length, 'item')} with ${there}`,
          right.last,
          wrong.last,
        ),
      ),
      between('number of items', [`with ${here}`, `with ${there}`], [`${right.length}`, `${wrong.length}`]),
    )
  }
  const [here, there] = [`size ${one.size}`, `size ${other.size}`]
  if (!comparable || isSameMultiset(one.items, other.items)) return undefined
  const [missed] = missingFrom(one.items, other.items)
  const [more] = missingFrom(other.items, one.items)
  const actual = missed !== undefined ? `item ${missed} is missing` : `item ${more} is repeated`
  return headlined(
    `Paging ${path} read other items with ${there} than with ${here}: ${actual}`,
    violation(`the same items as with ${here}`, actual, one.last, other.last),
  )
}
