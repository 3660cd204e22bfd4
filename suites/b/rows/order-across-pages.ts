import fc from 'fast-check'
import type { Exchange } from '../../../src/core/exchange.ts'
import { canonical } from '../../../src/core/json.ts'
import type { JsonObject } from '../../../src/core/json-values.ts'
import { trial, unclear, violation } from '../../../src/core/rule.ts'
import type { OrderColumn } from '../../../src/core/target.ts'
import { call, largestRowsSize, ROWS_SIZE_MAX } from '../api.ts'
import { type Comparison, compare, type Rounds, settle } from '../support/compare-responses.ts'
import { inWords, queryInWords } from '../support/page.ts'
import { countRows, UNCOUNTED } from '../support/row-count.ts'
import { compareByOrder } from '../support/row-order.ts'
import { readRows, rowsBy } from '../support/rows-page.ts'

interface Case {
  /** Beyond the last page it starts again from the first. */
  readonly page: number
  readonly size: number
  /** The page that must come later, by its distance. */
  readonly distance: number
}

/** The last row of the earlier page must not come after the first of the later one. */
const comparisonBy = (orderBy: readonly OrderColumn[]): Comparison => ({
  differ(x, y) {
    const [last, first] = [rowsOf(x).at(-1), rowsOf(y)[0]]
    if (!last || !first || (compareByOrder(last, first, orderBy) ?? 0) <= 0) return undefined
    const [before, after] = [last, first].map((row) =>
      orderBy.map(({ column }) => `${column} ${row[column]}`).join(', '),
    )
    return {
      ...violation(`rows after ${before}`, `${after}`, x, y),
      headline: `The order of the rows breaks between two pages: ${before} on ${inWords(x)}, then ${after} on ${queryInWords(y)}`,
    }
  },
  alike: (one, other) => canonical([...rowsOf(one)]) === canonical([...rowsOf(other)]),
})

const rowsOf = (x: Exchange): readonly JsonObject[] => readRows(x)?.items ?? []

export default trial<Case, Rounds | undefined>({
  level: 'stated',
  title: "The order that the dataset's query gives continues from page to page",
  clauses: ['4.4'],
  tried:
    'The last row of a page and the first row of a later one, by the columns that TENANT_B_DATASET_ORDER_BY names.',
  meaning: 'A client that pages through an ordered dataset gets rows in a wrong order, or some never.',
  causes: [
    'rows are sorted after the page was cut',
    'pages are read from the other end, or from replicas that sort in other ways',
    'the order is kept on the first page only',
  ],
  needs: ['project', 'dataset', 'dataset:order-by'],
  since: 3,
  after: ['b.rows.envelope', 'b.rows.size-range'],
  follows: ['b.rows.order-by'],
  faults: {
    'sorted-within-the-page': {
      bRowsSql: (sql) => `${sql.replace(/ORDER BY.*$/, 'ORDER BY label')} LIMIT ? OFFSET ?`,
      bRowsKept: (rows, size) => rows.slice(0, size).sort((a, b) => Number(a[0]) - Number(b[0])),
    },
    'pages-from-the-end': {
      bRowsOffset: (page, size) => {
        const offset = (page - 1n) * BigInt(size)
        return offset < 2300n ? BigInt(Math.max(0, 2300 - Number(offset) - size)) : offset
      },
    },
    'overlapping-pages': {
      bRowsOffset: (page, size) => (page - 1n) * BigInt(size) - (page > 1n ? 2n : 0n) * BigInt(size > 2 ? 1 : 0),
    },
    'even-pages-first': { bRowsOffset: (page, size) => ((page - 1n) ^ 1n) * BigInt(size) },
    'descending-beyond-row-1000': {
      bRowsSql: (sql, call) => {
        const isFar = (call.page! - 1n) * BigInt(call.size!) > 1000n
        return `${isFar ? `${sql} DESC` : sql} LIMIT ? OFFSET ?`
      },
    },
  },
  quickMisses: {
    'descending-beyond-row-1000': 'quick depth looks at the first pages',
  },
  freedoms: {
    'rows-appended-meanwhile': { rowEveryMs: () => 20 },
    'newest-first-and-appended': { seedOrderBy: () => ['-noted_at'], rowEveryMs: () => 20 },
  },
  cases: {
    first: [
      { page: 1, size: 100, distance: 1 },
      { page: 1, size: ROWS_SIZE_MAX, distance: 1 },
      { page: 2, size: ROWS_SIZE_MAX, distance: 1 },
      { page: 2, size: 100, distance: 1 },
      { page: 1, size: 100, distance: 14 },
      { page: 2, size: 7, distance: 1 },
    ],
    any: fc.record({
      page: fc.integer({ min: 1, max: 1000 }),
      size: fc.integer({ min: 1, max: ROWS_SIZE_MAX }),
      distance: fc.integer({ min: 1, max: 20 }),
    }),
    count: [1, 6, 60],
  },
  async send({ page, distance, ...choice }, tools) {
    const { target } = tools
    const most = largestRowsSize(target)
    const size = Math.min(choice.size, most)
    const rows = tools.depth === 'quick' ? 2 * size : await countRows(rowsBy(tools, 'once'), most)
    if (!rows) return undefined
    const pages = Math.min(2 ** 30, Math.ceil(rows / size))
    const later = 1 + ((page - 1 + distance) % pages)
    const earlier = 1 + ((page - 1) % pages)
    const [first, second] = [Math.min(earlier, later), Math.max(earlier, later)]
    if (first === second)
      return {
        yardstick: await tools.once(call(target, 'rows', { page: first, size })),
        probe: await tools.once(call(target, 'rows', { page: first, size })),
      }
    const ask = (page: number) => call(target, 'rows', { page, size })
    return compare(tools, ask(first), ask(second), comparisonBy(target.orderBy!))
  },
  judge(rounds, _, target) {
    if (!rounds) return unclear(`the dataset has no rows, or ${UNCOUNTED}`)
    if (rounds.yardstick.url === rounds.probe.url) return undefined
    return settle(rounds, comparisonBy(target.orderBy!))
  },
})
