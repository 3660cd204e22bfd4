import fc from 'fast-check'
import { isSuccess } from '../../../src/core/exchange.ts'
import { explained, type Finding, headlined, moved, trial, unclear, violation } from '../../../src/core/rule.ts'
import { isSameMultiset } from '../../../src/judge/multiset.ts'
import { COUNT_OR_LIST, pageCount } from '../../../src/judge/page-arithmetic.ts'
import { alternatePairs } from '../../shared/alternate-pairs.ts'
import { LIST_SIZE_MAX, type ListName } from '../api.ts'
import { refused } from '../support/judge-pages.ts'
import { type ListReading, ofOneList, readList } from '../support/list-reader.ts'
import { inWords, readPage } from '../support/page.ts'
import { anyList, partOf, projectsLast, totalOf } from '../support/queries.ts'

interface Case {
  readonly list: ListName
  readonly size: number
}

interface Evidence {
  readonly walk: ListReading
  /** Where it does not read each item once: the same again, until one does, at most three times. */
  readonly again?: readonly ListReading[]
  /** If none does: the same list by other sizes. */
  readonly others?: readonly ListReading[]
}

/** Of a total above the items of the list, even if one page has all of them. */
const COUNTED = [
  'a join repeats items, and total counts them again',
  'items are counted that the list leaves out, or left out that are counted: deleted ones, or by an inner join',
]

/** A list that loses an item at one end whenever it gains one at the other shows itself by the third. */
const MOST_AGAIN = 3
const OTHERS = [LIST_SIZE_MAX, 50] as const

export default trial<Case, Evidence>({
  level: 'stated',
  title: 'Paging from page 1 while page is less than pages reads every item of the list once',
  clauses: ['4.1'],
  tried:
    'Each list is paged through at any size. A list of more than 10 pages is read in full at exhaustive depth, and before that at its start, middle and end.',
  meaning: 'A client that copies a list as the reference describes misses items or gets some twice.',
  causes: [
    'pages overlap or leave gaps (no unique ORDER BY, a wrong offset), or total and pages are miscounted',
    ...COUNTED,
    'ids beyond 2^53 pass through a double, so that two items have one id',
  ],
  after: ['b.lists.envelope', 'b.lists.size-range', 'b.lists.total'],
  follows: ['b.lists.page-length', 'b.lists.pages'],
  faults: {
    'no-order': { bOrderBy: () => 'random()' },
    'offset-one-too-many': { bOffset: (page, size) => (page - 1n) * BigInt(size) + (page > 1n ? 1n : 0n) },
    'offset-one-too-few-at-nodes': {
      bOffset: (page, size, call) => (page - 1n) * BigInt(size) - (call.endpoint === 'nodes' && page > 1n ? 1n : 0n),
    },
    'pages-rounded-down': { bPages: (total, size) => Math.max(1, Math.floor(total / size)) },
    'count-too-large': { bTotal: (total) => total + 1 },
    'count-too-small-at-datasets': { bTotal: (total, _, call) => (call.endpoint === 'datasets' ? total - 1 : total) },
    'one-more-page-always': {
      bPages: (total, size, call) => Math.max(Math.ceil(total / size), Number(call.page!) + 1),
    },
    'ties-on-another-worker': { bOrderBy: (call) => (call.worker === 0 ? 'id DESC' : 'id') },
    'pages-overlap': {
      bSlice: (read, { offset, limit, total }) =>
        read(offset > 0n && offset < BigInt(total) ? offset - 1n : offset, limit),
    },
  },
  quickMisses: {
    'ties-on-another-worker':
      'short lists, which are read again before a verdict, may come entirely from workers that agree',
  },
  cases: {
    inWords: ({ list, size }) => `${list} with size ${size}`,
    first(target) {
      const part = (n: number) => (list: ListName) => partOf(target, list, n)
      const sizes = [part(3), () => 99, () => LIST_SIZE_MAX, part(5)]
      const pairs = alternatePairs(sizes, projectsLast(target)).map(([size, list]) => ({ list, size: size(list) }))
      return [...pairs, { list: projectsLast(target)[0]!, size: 1 }]
    },
    any: (target) => fc.record({ list: anyList(target), size: fc.integer({ min: 1, max: LIST_SIZE_MAX }) }),
    count: [2, 13, 40],
    divisible: true,
    further: (c) => [{ ...c, size: LIST_SIZE_MAX }],
    conclude: (failing, _, target) =>
      failing.some(({ list, size }) => totalOf(target, list) <= size)
        ? {
            pattern: 'a page with the whole list is wrong as well',
            impact:
              'A client that pages as far as total or pages say requests empty pages, or takes items for missing.',
            // A join is of one list, a mark of what was deleted of all.
            likelier: new Set(failing.map(({ list }) => list)).size > 1 ? COUNTED.toReversed() : COUNTED,
          }
        : undefined,
  },
  async send({ list, size }, tools) {
    const walk = await readList(tools, list, size, 'once')
    if (!isWrong(walk)) return { walk }
    const again: ListReading[] = []
    do again.push(await readList(tools, list, size, 'get'))
    while (again.length < MOST_AGAIN && isWrong(again.at(-1)!))
    if (!again.every(isWrong)) return { walk, again }
    const others: ListReading[] = []
    for (const size of OTHERS) others.push(await readList(tools, list, size, 'get'))
    return { walk, again, others }
  },
  judge({ walk, again, others = [] }) {
    if (!again) return faultOf(walk)
    if (!again.every(isWrong) || !ofOneList(again)) return moved('the list changed while it was read')
    const found = faultOf(again[0]!)
    // Pages that overlap or leave gaps lack other items by another size.
    const [large, middle] = others
    const isCounted = large && middle && isSameMultiset(large.items, middle.items) && others.every(isAboveLength)
    return found?.kind === 'violation' && isCounted ? { ...found, causes: COUNTED } : found
  },
})

const isAboveLength = ({ totals, length, twice }: ListReading): boolean =>
  !twice && [...totals].every((total) => total > length)

const isWrong = (walk: ListReading): boolean => faultOf(walk)?.kind === 'violation'

function faultOf({
  size,
  broken,
  endless,
  named,
  items,
  twice,
  totals,
  length,
  last,
}: ListReading): Finding | undefined {
  const [total] = totals
  const pages = readPage(last)?.pages
  if (broken)
    return isSuccess(broken) ? unclear('a response has no list page, which b.lists.envelope judges') : refused(broken)
  if (endless)
    return headlined(
      `Paging ${last.req.path} never ends: ${inWords(last)}, beyond the last item, returned pages ${pages}, above its page`,
      explained(
        violation(
          `pages ${pageCount(total!, BigInt(size))}, since total is ${total} and size is ${size}`,
          `pages ${pages}`,
          last,
        ),
        'A client that reads while page is less than pages never ends.',
      ),
    )
  if (named && twice)
    return headlined(
      `Paging returned item ${items.repeated} twice, the second time on ${inWords(twice.at(-1)!)}`,
      violation('each item once', `item ${items.repeated} twice`, ...twice),
    )
  if (BigInt(length) === total || totals.size > 1)
    return totals.size > 1 ? moved('the total changed meanwhile') : undefined
  const found =
    readPage(last)?.items.length === 0
      ? headlined(
          `${inWords(last)}, the last page, returned no items, but total is ${total} and pages is ${pages}`,
          violation(`item ${total}, as total and pages say`, 'no items', last),
        )
      : headlined(
          `Paging ${last.req.path} ends at item ${length}, but total is ${total} and pages is ${pages}`,
          violation(`item ${total} at the end, as total says`, `item ${length}`, last),
        )
  return { ...found, note: COUNT_OR_LIST, clauses: ['2.list.total', '4.1'] }
}
