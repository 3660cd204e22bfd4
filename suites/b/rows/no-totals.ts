import { describe, isObject } from '../../../src/core/json-values.ts'
import { invariant, violation } from '../../../src/core/rule.ts'
import { asked } from '../support/page.ts'
import { rowsQueries } from '../support/queries.ts'
import { isRowsAnswer } from '../support/rows-page.ts'

const REUSED = 'the list envelope is reused for rows'
const UNCOUNTED = 'total is there and null, since it is not counted'

export default invariant({
  level: 'stated',
  title: 'A rows response has neither a total nor a pages field',
  clauses: ['2.rows.no-totals'],
  tried: 'Every success of the rows endpoint, whichever rule requested it.',
  meaning: 'A client comes to rely on a number that the reference excludes, and that costs a count of all rows.',
  causes: [REUSED, UNCOUNTED, 'total is given on the first page only'],
  needs: ['project', 'dataset'],
  after: ['b.auth.api-key-accepted'],
  faults: {
    'list-envelope': { bRowsEnvelope: (page) => ({ ...page, total: 2300, pages: 23 }) },
    'total-null': { bRowsEnvelope: (page) => ({ ...page, total: null }) },
    'pages-on-the-last-page': {
      bRowsEnvelope: (page) => (page.has_more === true ? page : { ...page, pages: page.page }),
    },
    'total-on-page-1': { bRowsEnvelope: (page, call) => (call.page === 1n ? { ...page, total: 2300 } : page) },
  },
  cases: rowsQueries,
  applies: (x) => isRowsAnswer(x) && asked(x) !== undefined && isObject(x.response!.json),
  judge(x) {
    const json = x.response!.json
    const there = ['total', 'pages'].filter((name) => isObject(json) && Object.hasOwn(json, name))
    if (there.length === 0 || !isObject(json)) return undefined
    const found = violation(
      `no field ${there.join(' or ')} on a page of rows`,
      there.map((name) => `${name} as ${describe(json[name])}`).join(' and '),
      x,
    )
    return { ...found, causes: [there.every((name) => json[name] === null) ? UNCOUNTED : REUSED] }
  },
})
