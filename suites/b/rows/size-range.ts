import fc from 'fast-check'
import { count } from '../../../src/core/count.ts'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { explained, trial, unclear, violation } from '../../../src/core/rule.ts'
import { call, ROWS_SIZE_MAX, readableRowsSize } from '../api.ts'
import { type Comparison, compare, type Rounds, settle } from '../support/compare-responses.ts'
import { onRows, refused } from '../support/judge-pages.ts'
import { queryInWords } from '../support/page.ts'
import { readRows } from '../support/rows-page.ts'

interface Case {
  readonly size: number
}

interface Evidence {
  /** Smaller than that of the case where its page would be too large to be read. */
  readonly size: number
  readonly x: Exchange
  /** If the page is not full: the row right after it, alternating with the page. */
  readonly rounds?: Rounds
}

/** A page that is not full although a row follows it. */
const compareNext = onRows((after, short, x, y) => {
  const length = short.items.length
  // If rows were added since, the page is longer, and the row no longer follows it.
  if (after.items.length === 0 || length >= numberIn('size', y) || length >= numberIn('page', x)) return undefined
  return violation(`${count(numberIn('size', y), 'row')}, since ${queryInWords(x)} has one`, count(length, 'row'), x, y)
})

const numberIn = (parameter: string, { req }: Exchange): number =>
  Number(req.query?.find(([name]) => name === parameter)?.[1])

const isEmpty = (x: Exchange): boolean => readRows(x)?.items.length === 0

const comparison: Comparison = { differ: compareNext, alike: (one, other) => isEmpty(one) === isEmpty(other) }

export default trial<Case, Evidence>({
  level: 'stated',
  title: 'Every size of the rows from 1 to 1000 is honoured',
  clauses: ['4.rows.size', '4.rows.size.range', '8.rows-size-range'],
  tried:
    'The first page at the ends of the range, around the default and the limits of the lists, and at generated sizes.',
  meaning: 'A client that requests an allowed page size is rejected, or gets another number of rows.',
  causes: [
    'an allowed size is excluded or capped: by the limit of the lists (100), an end of the range, or the database',
    'one row more is fetched to see whether there is one, and that is above a limit at size=1000',
    'pages are counted from 0, so that page 1 is the second one',
  ],
  needs: ['project', 'dataset'],
  after: ['b.rows.envelope'],
  faults: {
    'limit-of-the-lists': {
      bRowsSize: (size, call) =>
        size > 100n ? { parameter: 'size', problem: 'too large' } : call.conforming.bRowsSize(size, call),
    },
    'cut-to-100-without-a-word': {
      bRowsSize: (size, call) => Math.min(100, Number(call.conforming.bRowsSize(size, call))) || 1,
    },
    '1000-refused': {
      bRowsSize: (size, call) =>
        size === 1000n ? { parameter: 'size', problem: 'too large' } : call.conforming.bRowsSize(size, call),
    },
    '1000-rows-with-the-one-more': {
      bRowsFetch: (size) => Math.min(size + 1, 1000),
      bRowsKept: (rows, size) => rows.slice(0, size === 1000 ? 999 : size),
    },
    '1-refused': {
      bRowsSize: (size, call) =>
        size === 1n ? { parameter: 'size', problem: 'too small' } : call.conforming.bRowsSize(size, call),
    },
    'at-least-10': { bRowsSize: (size, call) => Math.max(10, Number(call.conforming.bRowsSize(size, call))) || 1 },
    'fails-above-512': {
      bRowsSize: (size, call) => {
        if (size > 512n) throw new Error('too many SQL variables')
        return call.conforming.bRowsSize(size, call)
      },
    },
  },
  cases: {
    first: [1000, 1, 101, 999, 100, 501, 500, 99, 2, 513].map((size) => ({ size })),
    any: fc.record({ size: fc.integer({ min: 1, max: ROWS_SIZE_MAX }) }),
    count: [2, 12, 200],
  },
  async send(choice, tools) {
    const size = Math.min(choice.size, readableRowsSize(tools.target))
    const page = call(tools.target, 'rows', { page: 1, size }, { isLarge: true })
    const x = await tools.once(page)
    const length = readRows(x)?.items.length ?? size
    if (length >= size) return { size, x }
    return {
      size,
      x,
      rounds: await compare(tools, call(tools.target, 'rows', { page: length + 1, size: 1 }), page, comparison),
    }
  },
  judge({ size, x, rounds }) {
    if (!isSuccess(x)) return refused(x)
    const page = readRows(x)
    if (!page) return unclear('a response has no rows page, which b.rows.envelope judges')
    const { items, size: echoed } = page
    if (items.length > size)
      return explained(
        violation(`at most ${count(size, 'row')}`, count(items.length, 'row'), x),
        'A client gets a larger page than it requested.',
        'small sizes are raised to a minimum, or size is ignored',
        'one more row is fetched, to see whether there is one, and not removed',
      )
    const found = rounds && settle(rounds, comparison)
    if (found) return found
    // Fewer rows than the size fit on any page: only the echoed size shows a difference.
    if (items.length === size || echoed === BigInt(size)) return undefined
    return violation(`a page of size ${size}`, `a page of size ${echoed}`, x)
  },
  note: (evidence) => {
    const most = Math.max(...evidence.map(({ size }) => size))
    return most < ROWS_SIZE_MAX && evidence.length > 1
      ? `rows are so wide that pages of more than ${most} are too large to be read: larger sizes were not requested`
      : undefined
  },
})
