import { writeJson } from '../../../src/core/json.ts'
import { at, describe, isArray, isInteger, isObject } from '../../../src/core/json-values.ts'
import { invariant, violation } from '../../../src/core/rule.ts'
import { truncate } from '../../../src/core/truncate.ts'
import { faultyBody } from '../../../src/judge/response-summary.ts'
import { fieldText } from '../../shared/pagination.ts'
import { asked } from '../support/page.ts'
import { rowsQueries } from '../support/queries.ts'
import { isRowsAnswer } from '../support/rows-page.ts'

const MEMBERS = ['columns', 'items', 'page', 'size', 'has_more']

/** What is left out, and when, by serialisers that leave out empty values. */
const LEFT_OUT: Readonly<Record<string, string>> = { columns: 'empty', items: 'empty', has_more: 'false' }

const MOST_COLUMNS = 80
const COMPUTED =
  'columns are named by the column of a table, not by that of the result: an alias is lost, and a computed column has no name'
const OF_DRIVER = "the driver's own description of a column is returned, not its name"
const NULL = 'an empty result is null: an empty slice or collection that was never created'
const NO_BOOLEAN = 'has_more is a count, a bit or a text that is not converted to a boolean'

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
  meaning: 'A client that expects the documented fields and types fails on this response.',
  causes: [
    'the response is serialised by other code than documented: a field is renamed, missing or of another type',
    'rows are arrays, or columns are objects',
    NO_BOOLEAN,
    'the list envelope is reused',
    NULL,
    'items is an object where a filter left gaps in the array and its keys were kept',
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
    const wanted = (what: string, actual: string) => violation(what, actual, x)
    const isEmpty = isArray(at(json, 'items')) && (at(json, 'items') as readonly unknown[]).length === 0
    const field = (name: string, type: string) => {
      const isMissing = at(json, name) === undefined
      return {
        ...wanted(`${name} as ${type}`, `${fieldText(json, name)}${isEmpty ? ', on a page without rows' : ''}`),
        ...(isMissing && {
          causes: [
            ...(LEFT_OUT[name] === undefined ? [] : [`${name} is left out when it is ${LEFT_OUT[name]}`]),
            `${name} was renamed: then no response has it`,
            ...(at(json, 'total') === undefined ? [] : ['the list envelope is reused']),
            'the response is serialised by other code than documented',
          ],
        }),
        ...(!isMissing && name === 'has_more' && { causes: [NO_BOOLEAN] }),
        ...(at(json, name) === null && { causes: [NULL] }),
      }
    }
    if (fault !== undefined) return wanted('a JSON object with columns and items', faultyBody(fault))
    const [columns, items, hasMore] = ['columns', 'items', 'has_more'].map((name) => at(json, name))
    if (!isArray(columns)) return field('columns', 'an array')
    const unnamed = columns.find((name) => typeof name !== 'string')
    if (unnamed !== undefined)
      return {
        ...wanted('columns as strings', `columns ${truncate(writeJson(columns), MOST_COLUMNS)}`),
        causes: isObject(unnamed) ? [OF_DRIVER] : [COMPUTED, OF_DRIVER],
      }
    if (!isArray(items)) return field('items', 'an array')
    const odd = items.find((row) => !isObject(row))
    if (odd !== undefined) return wanted('items as objects', `${describe(odd)} in items`)
    for (const name of ['page', 'size']) {
      if (!isInteger(at(json, name))) return field(name, 'an integer')
    }
    if (typeof hasMore !== 'boolean') return field('has_more', 'a boolean')
    const twice = duplicates.find((path) => MEMBERS.includes(path))
    return twice === undefined ? undefined : wanted(`one field ${twice}`, `${twice} twice: parsers disagree on it`)
  },
})
