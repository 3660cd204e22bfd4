import { invariant, violation } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { sortedBy } from '../../../src/judge/sorted-by.ts'
import { call } from '../api.ts'
import { asked, inWords } from '../support/page.ts'
import { rowsQueries } from '../support/queries.ts'
import { firstOutOfOrder } from '../support/row-order.ts'
import { readRows } from '../support/rows-page.ts'

const LOST = 'the ORDER BY of the saved query is lost when paging is added around it'

export const orderInWords = ({ orderBy = [] }: Target): string =>
  orderBy.map(({ column, descending }) => `${column} ${descending ? 'descending' : 'ascending'}`).join(', then ')

export default invariant({
  level: 'stated',
  title: "Rows come in the order that the dataset's query gives, within each page",
  clauses: ['4.4'],
  tried:
    'Every page of the dataset, whichever rule requested it, by the columns that TENANT_B_DATASET_ORDER_BY names. Numbers are compared as numbers, texts where they differ in digits. Nulls and words are not judged: collations differ.',
  meaning: 'A client that reads the newest or the largest rows first gets others.',
  causes: [
    LOST,
    'rows are sorted again: as text, by another column, or after the page was cut',
    'numbers are sorted as text',
  ],
  needs: ['project', 'dataset', 'dataset:order-by'],
  since: 3,
  after: ['b.rows.envelope'],
  faults: {
    reversed: { bRowsKept: (rows, size) => rows.slice(0, size).reverse() },
    'as-text': {
      bRowsKept: (rows, size) => rows.slice(0, size).sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
    },
    'lost-when-paged': { bRowsSql: (sql) => `SELECT * FROM (${sql}) ORDER BY random() LIMIT ? OFFSET ?` },
    'by-another-column': {
      bRowsKept: (rows, size) => rows.slice(0, size).sort((a, b) => Number(a[2] ?? 0) - Number(b[2] ?? 0)),
    },
    'ascending-instead': {
      seedOrderBy: () => ['-noted_at'],
      bRowsSql: (sql) => `${sql.replaceAll(' DESC', '')} LIMIT ? OFFSET ?`,
    },
    'second-column-ignored': {
      seedOrderBy: () => ['amount', '-reading_id'],
      bRowsSql: (sql) => `${sql.replace(', reading_id DESC', '').replace(',reading_id DESC', '')} LIMIT ? OFFSET ?`,
    },
    'two-rows-swapped': {
      bRowsKept: (rows, size) => {
        const kept = rows.slice(0, size)
        return kept.length > 3 ? [...kept.slice(0, -2), kept.at(-1)!, kept.at(-2)!] : kept
      },
    },
  },
  freedoms: {
    'newest-first': { seedOrderBy: () => ['-noted_at'] },
    'two-columns-and-nulls': { seedOrderBy: () => ['-amount', 'label', 'reading_id'] },
    'nulls-last': {
      seedOrderBy: () => ['amount', 'reading_id'],
      bRowsSql: (sql) => `${sql.replace('ORDER BY amount', 'ORDER BY amount NULLS LAST')} LIMIT ? OFFSET ?`,
    },
    'words-in-natural-order': {
      seedOrderBy: () => ['label'],
      bRowsSql: (sql) => `${sql.replace('ORDER BY label', 'ORDER BY length(label), label')} LIMIT ? OFFSET ?`,
    },
  },
  cases: rowsQueries,
  applies: (x, target) =>
    asked(x) !== undefined && x.req.path === call(target, 'rows').path && (readRows(x)?.items.length ?? 0) > 1,
  judge(x, target) {
    const { items } = readRows(x)!
    const { orderBy = [] } = target
    const place = firstOutOfOrder(items, orderBy)
    if (place === undefined) return undefined
    const values = [place - 1, place].map((i) =>
      orderBy.map(({ column }) => `${column} ${JSON.stringify(items[i]![column] ?? null, bigints)}`).join(', '),
    )
    const sorted = sortedBy(items)
    return {
      ...violation(`rows by ${orderInWords(target)}`, `${values[0]} before ${values[1]}`, x),
      ...(sorted !== undefined && {
        causes: [`the rows are sorted again, or only, by ${sorted}, as on this page`, LOST],
      }),
      headline: `Rows ${place} and ${place + 1} of ${inWords(x)} are not in the order of the query: ${values[0]} before ${values[1]}`,
    }
  },
})

const bigints = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
