import { observation } from '../../../src/core/rule.ts'
import { noise } from '../../shared/freedoms.ts'
import { columnsNamed, drawn, shuffled, unorderedRows } from '../support/freedoms.ts'
import { itemFields } from '../support/item-fields.ts'

export default observation({
  title: 'The fields of a dataset and their JSON types',
  clauses: ['2.open.dataset-fields', '4.open.dataset-fields', '3.open.dataset-states'],
  tried: 'The items of the first page of datasets.',
  meaning: 'No field is promised: a client that reads one should expect it to change.',
  needs: ['project'],
  after: ['b.lists.envelope'],
  freedoms: {
    'one-dataset': { seedDatasets: () => 1 },
    'no-dataset-in-the-first-project': { seedDatasets: () => 0 },
    'no-rows': { seedRows: () => 0 },
    'one-row': { seedRows: () => 1 },
    'two-rows': { seedRows: () => 2 },
    '99-rows': { seedRows: () => 99 },
    '100-rows': { seedRows: () => 100 },
    '101-rows': { seedRows: () => 101 },
    '999-rows': { seedRows: () => 999 },
    '1000-rows': { seedRows: () => 1000 },
    '1001-rows': { seedRows: () => 1001 },
    '2000-rows': { seedRows: () => 2000 },
    'no-rows-at-first': { seedRows: () => 0, rowEveryMs: () => 40 },
    '999-rows-at-first': { seedRows: () => 999, rowEveryMs: () => 30 },
    'rows-come-fast': { rowEveryMs: () => 2 },
    'newest-rows-first': { bRowsSql: (sql) => `${sql.replace(/ORDER BY id$/, 'ORDER BY id DESC')} LIMIT ? OFFSET ?` },
    'newest-rows-first-and-they-come': {
      bRowsSql: (sql) => `${sql.replace(/ORDER BY id$/, 'ORDER BY id DESC')} LIMIT ? OFFSET ?`,
      rowEveryMs: () => 15,
    },
    'rows-go': { bRowsSlice: (read, { offset, limit }, { n }) => read(offset + BigInt(Math.floor(n / 60)), limit) },
    'rows-drawn-at-each-reading': { bRowsSlice: drawn(90) },
    'few-rows-drawn-at-each-reading': { seedRows: () => 20, bRowsSlice: drawn(50) },
    'unordered-rows': unorderedRows(2297),
    'few-unordered-rows': unorderedRows(57),
    'unordered-rows-come': { ...unorderedRows(997), rowEveryMs: () => 25 },
    'all-values-null': { bRowObject: (columns) => Object.fromEntries(columns.map((column) => [column, null])) },
    'all-rows-alike': {
      bRowObject: (columns) => Object.fromEntries(columns.map((column) => [column, column.length])),
    },
    'values-of-every-kind': {
      bRowObject: (columns, row) =>
        Object.fromEntries(
          columns.map((column, i) => [
            column,
            [row[0], { columns: [], id: row[0], error: null }, [[1], 'x', null], `\u0000\u2028é漢 ${row[0]}`][i % 4],
          ]),
        ),
    },
    'integers-beyond-2^53': {
      bRowObject: (columns, row) =>
        Object.fromEntries(
          columns.map((column, i) => [column, 2n ** 64n + BigInt(Math.trunc(Number(row[0]) || 0) * 8 + i)]),
        ),
    },
    'a-value-of-the-moment': {
      bRowObject: (columns, row, call) => ({
        ...(call.conforming.bRowObject(columns, row, call) as object),
        ...(columns.includes('noted_at') && { noted_at: new Date(call.now + noise(call.n, 1e6)).toISOString() }),
      }),
    },
    'keys-in-any-order': {
      bRowObject: (columns, row, call) =>
        Object.fromEntries(shuffled(Object.entries(call.conforming.bRowObject(columns, row, call) as object), call.n)),
    },
    'columns-that-mislead': columnsNamed('items', 'total', 'has_more', 'columns'),
    'columns-of-a-spreadsheet': columnsNamed('', '1', 'COUNT(*)', 'é.x/y "z"'),
    'columns-named-as-in-javascript': columnsNamed('__proto__', 'constructor', 'toString', 'length'),
    'one-column': {
      bColumns: (columns) => columns.slice(0, 1),
      bRowObject: (columns, row) => ({ [columns[0]!]: row[0] ?? null }),
    },
  },
  observe: itemFields('datasets'),
})
