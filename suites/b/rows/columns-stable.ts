import type { Exchange } from '../../../src/core/exchange.ts'
import { differing, type Finding, headlined, trial, violation } from '../../../src/core/rule.ts'
import { ofRecords } from '../../../src/judge/difference.ts'
import { call, ROWS_SIZE_DEFAULT } from '../api.ts'
import { type Comparison, compare, type Rounds, settle } from '../support/compare-responses.ts'
import { inWords, queryInWords } from '../support/page.ts'
import { anyRowsQuery, type RowsQuery } from '../support/queries.ts'
import { readRows } from '../support/rows-page.ts'

function compareColumns(x: Exchange, y: Exchange): Finding | undefined {
  const [first, other] = [readRows(x), readRows(y)]
  // A page without rows may not know its columns, and one beyond the last may be refused: b.rows.past-end judges that.
  if (!first?.items.length || !other?.items.length) return undefined
  const [expected, actual] = [first.columns, other.columns].map((columns) => JSON.stringify(columns))
  if (expected === actual) return undefined
  return differing(
    headlined(
      `${inWords(y)} returned ${alike(x, y) ? 'columns in another order' : 'other columns'} than ${queryInWords(x)}`,
      violation(`columns ${expected}`, `columns ${actual}`, x, y),
    ),
    ofRecords(first.columns, other.columns, [inWords(x), inWords(y)], { what: 'column' }),
  )
}

/** Where the query is edited meanwhile columns come or go; another order each time is what this rule is about. */
const alike = (one: Exchange, other: Exchange): boolean => {
  const [first, second] = [one, other].map((x) => JSON.stringify(readRows(x)?.columns.toSorted()))
  return first === second
}

const comparison: Comparison = { differ: compareColumns, alike }

export default trial<RowsQuery, Rounds>({
  level: 'implied',
  title: 'columns is the same, in the same order, on every page that has rows',
  clauses: ['2.rows.columns'],
  derivation: "columns names the columns of the dataset's result in their order, and every page is of the same result.",
  tried: 'Boundary and generated pages, each compared with the first.',
  meaning: 'A client that sets up its table by the first page puts later values into the wrong columns.',
  causes: [
    'columns are taken from the rows of each page, or from a hash without a fixed order, not from the query',
    'the cache of column names is not that of this dataset',
  ],
  needs: ['project', 'dataset'],
  after: ['b.rows.envelope'],
  follows: ['b.rows.keyed-by-column'],
  faults: {
    'sorted-beyond-page-1': { bColumns: (columns, call) => (call.page! > 1n ? [...columns].sort() : columns) },
    'in-an-order-of-its-own-each-time': {
      bColumns: (columns, { n }) => columns.toSorted((a, b) => hash(a, n) - hash(b, n)),
    },
    'reversed-in-large-pages': { bColumns: (columns, call) => (call.size! > 500 ? columns.toReversed() : columns) },
    'without-the-last-beyond-page-1': {
      bColumns: (columns, call) => (call.page! > 1n ? columns.slice(0, -1) : columns),
    },
  },
  cases: {
    first: [
      { page: 2, size: ROWS_SIZE_DEFAULT },
      { page: 1, size: 1000 },
      { page: 2, size: 1 },
      { page: 3, size: 5 },
    ],
    any: anyRowsQuery,
    count: [2, 7, 100],
  },
  send: (query, tools) => {
    const first = call(tools.target, 'rows', { page: 1, size: ROWS_SIZE_DEFAULT })
    return compare(tools, first, call(tools.target, 'rows', { ...query }), comparison)
  },
  judge: (rounds) => settle(rounds, comparison),
})

/** For a fault: some order of texts, another one for each n. */
const hash = (text: string, n: number): number =>
  [...text].reduce((sum, c) => (sum * 31 + c.charCodeAt(0) * (n + 7)) % 1009, n)
