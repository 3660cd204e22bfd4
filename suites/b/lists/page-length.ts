import { count } from '../../../src/core/count.ts'
import type { Exchange } from '../../../src/core/exchange.ts'
import { explained, invariant, violation } from '../../../src/core/rule.ts'
import { pageLength } from '../../../src/judge/page-arithmetic.ts'
import { seemingEnd } from '../../shared/pagination.ts'
import { asked, readPage } from '../support/page.ts'
import { listQueries } from '../support/queries.ts'

const FEWER = 'total counts fewer items than the list has'
const TOO_MANY = [
  'a join multiplies items, and LIMIT counts the joined rows',
  'the limit or the offset of this page is wrong, or a cache does not know the size',
  FEWER,
]

export default invariant({
  level: 'stated',
  title: 'A page of a list holds size items, the last page the rest',
  clauses: ['2.list.items', '2.list.size'],
  tried:
    'Every list response for a page within the list, whichever rule requested it, by the total in the same response.',
  meaning: 'A client that takes a short page for the last one stops early.',
  causes: [
    'total is that of another list, cached or without the condition on the company or project, or counts items that the list does not have: each short page then ends at the same item',
    'the limit is off by one, or a smaller maximum of another layer cuts the page',
    'items that may not be seen are filtered out after the page was cut',
    'later pages start at a wrong place and skip items, as b.lists.partition then shows',
    'pages are counted from 0, so that page 1 is the second one',
  ],
  after: ['b.lists.envelope'],
  follows: ['b.lists.total', 'b.lists.echo'],
  faults: {
    'one-more': { bLimit: (size) => size + 1 },
    'one-less-beyond-page-1': { bLimit: (size, call) => (call.page! > 1n ? size - 1 : size) },
    'filtered-after-paging': {
      bSlice: (read, { offset, limit }) => read(offset, limit).filter(({ id }) => id % 50 !== 0),
    },
    'last-page-filled-up': {
      bOffset: (page, size, call) => {
        const total = { projects: 130, datasets: 105, nodes: 104 }[call.endpoint as 'projects']
        const offset = (page - 1n) * BigInt(size)
        const last = BigInt(Math.max(0, total - size))
        return offset < BigInt(total) && offset > last ? last : offset
      },
    },
    'at-most-50-at-nodes': { bLimit: (size, call) => (call.endpoint === 'nodes' ? Math.min(size, 50) : size) },
    'last-page-empty-when-full': {
      bSlice: (read, { offset, limit, total }) => (Number(offset) + limit === total ? [] : read(offset, limit)),
    },
  },
  cases: listQueries,
  // A page beyond the last by the total of the same response is judged by b.lists.past-end.
  applies: (x) => shapeOf(x) !== undefined,
  judge(x) {
    const { items, total, page, size } = shapeOf(x)!
    const length = pageLength(total, page, size)
    if (BigInt(items.length) === length) return undefined
    const isLast = page * size >= total
    const offset = (page - 1n) * size
    const found = violation(
      `${count(Number(length), 'item')}${isLast ? ' on the last page' : ''}, since total is ${total}`,
      `${count(items.length, 'item')}${seemingEnd('item', offset, items.length, length)}`,
      x,
    )
    if (BigInt(items.length) < length) return found
    return isLast && isRound(total)
      ? explained(found, MISSES, CAPPED, FEWER)
      : explained(
          found,
          TOO_FEW_COUNTED,
          ...(offset + BigInt(items.length) === total ? [JOINED] : []),
          ...(isLast ? [FILLED_UP, OF_OTHERS] : []),
          ...TOO_MANY,
        )
  },
})

const TOO_FEW_COUNTED =
  'A client that pages as far as total and pages say misses items if total is too low; otherwise it gets items twice, or items of another list.'
const MISSES = 'A client that pages as far as total and pages say misses the items after that.'
/** 100 or 10000, for example, as a limit is. */
const isRound = (total: bigint): boolean => /^[1-9]0{2,}$/.test(String(total))
const CAPPED = 'the count has a limit, at which total stops'
const OF_OTHERS = 'the page also has items that do not belong to this list, such as those of another project'
const JOINED = 'a last page that would be short is joined to the one before it'
const FILLED_UP = 'the last page is filled up with items of the one before it'

/** The page as requested and as received; b.lists.defaults judges requests without a parameter. */
function shapeOf(x: Exchange) {
  const found = readPage(x)
  const { page, size } = asked(x) ?? {}
  if (!found || page === undefined || size === undefined) return undefined
  return page === 1n || (page - 1n) * size < found.total ? { ...found, page, size } : undefined
}
