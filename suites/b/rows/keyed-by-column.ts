import { explained, invariant, violation } from '../../../src/core/rule.ts'
import { asked } from '../support/page.ts'
import { rowsQueries } from '../support/queries.ts'
import { readRows } from '../support/rows-page.ts'

const UNREAD = 'A client that reads a row by the names in columns finds nothing there.'
const MISSED = 'A client that reads a row by the names in columns misses a value.'

const LEFT_OUT = 'the serializer leaves nulls out'
const OF_PAGE = 'columns are taken from the values on the page, without those that are null in each row'
const REWRITTEN =
  'rows and columns are serialised apart: keys are rewritten (camel case, special characters), or internal ids added'
const OTHER_QUERY = 'columns come from the saved definition, rows from the query as it is now'
const OF_OTHER = 'columns are those of another dataset: they are looked up or cached by the project'

const MOST_NAMED = 6

export default invariant({
  level: 'stated',
  title: 'Every row has exactly the columns as its keys',
  clauses: ['2.rows.columns', '2.rows.items'],
  tried: 'Every row of every rows response, whichever rule requested it.',
  meaning:
    'A client that reads a row by the names in columns finds nothing there, or misses values that have no column.',
  causes: [LEFT_OUT, REWRITTEN, OTHER_QUERY, OF_OTHER],
  needs: ['project', 'dataset'],
  after: ['b.rows.envelope'],
  faults: {
    'null-left-out': {
      bRowObject: (columns, row) =>
        Object.fromEntries(columns.map((name, i) => [name, row[i]]).filter(([, value]) => value !== null)),
    },
    'camel-case-keys': {
      bRowObject: (columns, row) =>
        Object.fromEntries(columns.map((name, i) => [name.replace(/_(.)/g, (_, c) => c.toUpperCase()), row[i]])),
    },
    'row-number-added': {
      bRowObject: (columns, row, call) => ({
        ...(call.conforming.bRowObject(columns, row, call) as object),
        _row: 1,
      }),
    },
    'last-column-not-named': { bColumns: (columns) => columns.slice(0, -1) },
    'upper-case-columns-in-large-pages': {
      bColumns: (columns, call) => (call.size! > 500 ? columns.map((name) => name.toUpperCase()) : columns),
    },
    'column-without-values': { bColumns: (columns) => [...columns, 'updated_at'] },
    'keyed-by-position': { bRowObject: (_, row) => Object.fromEntries(row.map((value, i) => [String(i), value])) },
  },
  cases: rowsQueries,
  applies: (x) => asked(x) !== undefined && (readRows(x)?.items.length ?? 0) > 0,
  judge(x) {
    const { columns, items } = readRows(x)!
    const names = new Set(columns)
    // By index and without lists in between: this loop runs over every row of every page.
    for (let i = 0; i < items.length; i++) {
      const row = items[i]!
      for (const name of columns)
        if (!Object.hasOwn(row, name))
          return wanted(
            i,
            `the key ${JSON.stringify(name)}, which is in columns${isInSome(name) ? ' (null conforms)' : ''}`,
            `without the key ${JSON.stringify(name)}${inItsPlace(row)}${othersWithout(name)}`,
            UNREAD,
            ...causesWithout(name, row),
          )
      for (const name in row)
        if (!names.has(name) && Object.hasOwn(row, name))
          return wanted(
            i,
            'only keys that are in columns',
            `with the key ${JSON.stringify(name)}, which is not in columns`,
            MISSED,
            ...(row[name] === null ? [OF_PAGE] : []),
            ...[REWRITTEN, OTHER_QUERY],
          )
    }
    return undefined
    function wanted(i: number, expected: string, actual: string, impact: string, ...causes: string[]) {
      return explained(violation(expected, `a row (items[${i}]) ${actual}`, x), impact, ...causes)
    }
    function causesWithout(name: string, row: object) {
      if (isInSome(name)) return [LEFT_OUT]
      if (!columns.some(isInSome)) return [OF_OTHER, OTHER_QUERY, REWRITTEN]
      return inItsPlace(row) ? [REWRITTEN, OTHER_QUERY] : [OTHER_QUERY, REWRITTEN, LEFT_OUT]
    }
    function inItsPlace(row: object) {
      const other = columns.some(isInSome) ? Object.keys(row).find((key) => !names.has(key)) : undefined
      return other === undefined ? '' : `, but with ${JSON.stringify(other)}, which is not in columns`
    }
    function isInSome(name: string) {
      return items.some((row) => Object.hasOwn(row, name))
    }
    function othersWithout(name: string) {
      const without = items.filter((row) => !Object.hasOwn(row, name)).length
      const all = items.length === 1 ? '' : `; ${without} of ${items.length} rows of the page are without it`
      return columns.some(isInSome)
        ? all
        : `${all}: their keys are ${Object.keys(items[0]!).slice(0, MOST_NAMED).join(', ')}`
    }
  },
})
