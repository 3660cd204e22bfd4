import { invariant, violation } from '../../../src/core/rule.ts'
import { rowsQueries } from '../support/queries.ts'
import { isRowsAnswer, readRows } from '../support/rows-page.ts'

export default invariant({
  level: 'implied',
  title: 'No two columns have the same name, and no object has a field twice',
  clauses: ['2.rows.columns', '2.rows.items'],
  derivation: 'a row is one object that is keyed by column name, so that each column needs its own name.',
  tried: 'columns and the fields of every object of every rows response, whichever rule requested it.',
  meaning: 'A client keeps one of two values and drops the other: JSON does not say which.',
  causes: [
    'a join selects columns of the same name (id, name), and nothing renames them',
    'JSON is built as text, or by a writer that does not check',
    'a name differs only before it is converted (camel case, trimmed)',
  ],
  needs: ['project', 'dataset'],
  since: 3,
  after: ['b.rows.envelope'],
  faults: {
    'two-columns-of-one-name': { bColumns: (columns) => columns.map((name) => (name === 'noted_at' ? 'label' : name)) },
    'first-column-again': { bColumns: (columns) => [...columns, columns[0]] },
    'member-twice': {
      json: (value, call) => call.conforming.json(value, call).replace('"label":', '"label":null,"label":'),
    },
    'member-twice-in-large-pages': {
      json: (value, call) => {
        const text = call.conforming.json(value, call)
        return call.size! > 500 ? text.replace(/"amount":([^,}]*)/, '"amount":$1,"amount":0') : text
      },
    },
  },
  quickMisses: { 'member-twice-in-large-pages': 'quick depth reads few large pages' },
  freedoms: {
    'names-that-differ-by-case': {
      bColumns: (columns) => columns.map((name, i) => (i === 1 ? 'ID' : i === 0 ? 'id' : name)),
      bRowObject: (columns, row) =>
        Object.fromEntries(columns.map((name, i) => [i === 1 ? 'ID' : i === 0 ? 'id' : name, row[i] ?? null])),
    },
  },
  cases: rowsQueries,
  applies: (x) => isRowsAnswer(x) && x.response!.json !== undefined,
  judge(x) {
    const [twice] = x.response!.duplicates
    if (twice !== undefined) return violation('each field once', `the field ${twice} twice`, x)
    const columns = readRows(x)?.columns ?? []
    const name = columns.find((one, i) => columns.indexOf(one) < i)
    if (name === undefined) return undefined
    return violation('each name once', `columns with the name ${JSON.stringify(name)} twice`, x)
  },
})
