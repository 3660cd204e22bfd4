import fc from 'fast-check'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { trial, unclear, violation } from '../../../src/core/rule.ts'
import { call, ROWS_SIZE_MAX } from '../api.ts'
import { type Comparison, compare, type Rounds, settle } from '../support/compare-responses.ts'
import { onRows, refused } from '../support/judge-pages.ts'
import { inWords } from '../support/page.ts'
import { readRows } from '../support/rows-page.ts'

interface Case {
  readonly size: number
}

interface Evidence {
  readonly x: Exchange
  /** Where the page is not full: the row right after it by turns with the page. */
  readonly rounds?: Rounds
}

/** A page that is not full although a row follows it. */
const compareNext = onRows((after, short, x, y) => {
  const length = short.items.length
  // Where rows were added since, the page is longer, and the row is not the one after it any more.
  if (after.items.length === 0 || length >= numberIn('size', y) || length >= numberIn('page', x)) return undefined
  return violation(
    `${inWords(y)}: ${numberIn('size', y)} rows, since ${inWords(x)} is not empty`,
    `${length} rows`,
    x,
    y,
  )
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
  meaning: 'A client that requests smaller or larger pages, as it may, is rejected or gets pages of another size.',
  causes: [
    'the limit of the lists, 100, is used for rows too',
    'the upper end of the range is excluded by mistake',
    'a smaller maximum of the database layer cuts the page silently',
    'one row more is fetched to see whether there is one, and that is above a limit at size=1000',
  ],
  needs: ['project', 'dataset'],
  after: ['b.rows.envelope'],
  faults: {
    'limit-of-the-lists': {
      bRowsSize: (size, call) =>
        size > 100n ? { parameter: 'size', problem: 'too large' } : call.lawful.bRowsSize(size, call),
    },
    'cut-to-100-without-a-word': {
      bRowsSize: (size, call) => Math.min(100, Number(call.lawful.bRowsSize(size, call))) || 1,
    },
    '1000-refused': {
      bRowsSize: (size, call) =>
        size === 1000n ? { parameter: 'size', problem: 'too large' } : call.lawful.bRowsSize(size, call),
    },
    '1000-rows-with-the-one-more': {
      bRowsFetch: (size) => Math.min(size + 1, 1000),
      bRowsKept: (rows, size) => rows.slice(0, size === 1000 ? 999 : size),
    },
    '1-refused': {
      bRowsSize: (size, call) =>
        size === 1n ? { parameter: 'size', problem: 'too small' } : call.lawful.bRowsSize(size, call),
    },
    'at-least-10': { bRowsSize: (size, call) => Math.max(10, Number(call.lawful.bRowsSize(size, call))) || 1 },
    'fails-above-512': {
      bRowsSize: (size, call) => {
        if (size > 512n) throw new Error('too many SQL variables')
        return call.lawful.bRowsSize(size, call)
      },
    },
  },
  cases: {
    first: [1000, 1, 101, 999, 100, 501, 500, 99, 2, 513].map((size) => ({ size })),
    any: fc.record({ size: fc.integer({ min: 1, max: ROWS_SIZE_MAX }) }),
    count: [2, 17, 200],
  },
  async send({ size }, tools) {
    const page = call(tools.target, 'rows', { page: 1, size })
    const x = await tools.once(page)
    const length = readRows(x)?.items.length ?? size
    if (length >= size) return { x }
    return {
      x,
      rounds: await compare(tools, call(tools.target, 'rows', { page: length + 1, size: 1 }), page, comparison),
    }
  },
  judge({ x, rounds }, { size }) {
    if (!isSuccess(x)) return refused(x)
    const page = readRows(x)
    if (!page) return unclear('a response has no rows page, which b.rows.envelope judges')
    const { items, size: told } = page
    if (items.length > size) return violation(`${inWords(x)}: at most ${size} rows`, `${items.length} rows`, x)
    const found = rounds && settle(rounds, comparison)
    if (found) return found
    // Fewer rows than the size fit on any page: only the echoed size shows a difference.
    if (items.length === size || told === BigInt(size)) return undefined
    return violation(`${inWords(x)}: a page of size ${size}`, `a page of size ${told}`, x)
  },
})
