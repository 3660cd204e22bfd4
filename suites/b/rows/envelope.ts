import { at, describe, isArray, isInteger, isObject } from '../../../src/core/json-values.ts'
import { invariant, violation } from '../../../src/core/rule.ts'
import { asked, inWords } from '../support/page.ts'
import { rowsQueries } from '../support/queries.ts'
import { isRowsAnswer } from '../support/rows-page.ts'

const MEMBERS = ['columns', 'items', 'page', 'size', 'has_more']

export default invariant({
  level: 'stated',
  title:
    'A rows response has a columns array of strings, an items array of objects, integers page and size, and a boolean has_more',
  clauses: [
    '2.rows.columns.type',
    '2.rows.items.type',
    '2.rows.page.type',
    '2.rows.size.type',
    '2.rows.has_more.type',
    '4.rows',
    '4.rows.response',
  ],
  tried: 'Every success of the rows endpoint, whichever rule requested it, over boundary and generated queries.',
  meaning: 'A client that reads columns, items or has_more by their documented names and types fails on this response.',
  causes: [
    'rows are serialised as arrays, in the order of the columns',
    'columns are objects with a name and a type',
    'has_more is 0 or 1, or a string',
    'the list envelope is reused',
    'an empty result is null',
  ],
  needs: ['project', 'dataset'],
  after: ['b.auth.api-key-accepted'],
  faults: {
    'rows-as-arrays': { bRowObject: (_, row) => row },
    'columns-as-objects': { bColumns: (columns) => columns.map((name) => ({ name })) },
    'has-more-as-number': { bRowsEnvelope: (page) => ({ ...page, has_more: page.has_more ? 1 : 0 }) },
    'has-more-left-out-when-false': {
      bRowsEnvelope: (page) => ({ ...page, has_more: page.has_more === true ? true : undefined }),
    },
    'camel-case': { bRowsEnvelope: ({ has_more, ...page }) => ({ ...page, hasMore: has_more }) },
    'items-null-when-empty': {
      bRowsEnvelope: (page) => ({ ...page, items: page.items.length === 0 ? null : page.items }),
    },
    'size-as-string': { bRowsEchoSize: (size) => String(size) },
    'no-columns-beyond-page-1': {
      bRowsEnvelope: (page, call) => ({ ...page, columns: call.page! > 1n ? undefined : page.columns }),
    },
  },
  cases: rowsQueries,
  applies: (x) => isRowsAnswer(x) && asked(x) !== undefined,
  judge(x) {
    const { json, fault, duplicates } = x.response!
    const wanted = (what: string, actual: string) => violation(`${inWords(x)}: ${what}`, actual, x)
    if (fault !== undefined) return wanted('a JSON object with columns and items', `a body that is ${fault}`)
    const [columns, items, hasMore] = ['columns', 'items', 'has_more'].map((name) => at(json, name))
    if (!isArray(columns)) return wanted('columns to be an array', describe(columns))
    const unnamed = columns.find((name) => typeof name !== 'string')
    if (unnamed !== undefined) return wanted('columns to be strings', describe(unnamed))
    if (!isArray(items)) return wanted('items to be an array', describe(items))
    const odd = items.find((row) => !isObject(row))
    if (odd !== undefined) return wanted('items to be objects', describe(odd))
    for (const name of ['page', 'size']) {
      if (!isInteger(at(json, name))) return wanted(`${name} to be an integer`, describe(at(json, name)))
    }
    if (typeof hasMore !== 'boolean') return wanted('has_more to be true or false', describe(hasMore))
    const twice = duplicates.find((path) => MEMBERS.includes(path))
    return twice === undefined ? undefined : wanted(`one member ${twice}`, 'two of that name: readers disagree')
  },
})
