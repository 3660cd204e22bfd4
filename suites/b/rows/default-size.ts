import fc from 'fast-check'
import { count } from '../../../src/core/count.ts'
import { differing, trial, violation } from '../../../src/core/rule.ts'
import { ofJson } from '../../../src/judge/difference.ts'
import { call, ROWS_SIZE_DEFAULT } from '../api.ts'
import { type Comparison, compare, type Rounds, settle } from '../support/compare-responses.ts'
import { onRows } from '../support/judge-pages.ts'
import { inWords, queryInWords } from '../support/page.ts'
import type { RowsQuery } from '../support/queries.ts'

/** `full` has size=100, `lean` has no size. */
const compareDefault = onRows((full, lean, x, y) => {
  const words = ({ size, items }: typeof full) => `size ${size}, ${count(items.length, 'row')}`
  if (words(full) === words(lean)) return undefined
  const inShort = ({ size, items }: typeof full) => ({ size, 'number of rows': items.length })
  return differing(
    violation(`${words(full)}, as with ${queryInWords(x)}`, words(lean), x, y),
    ofJson(inShort(full), inShort(lean), [inWords(x), inWords(y)]),
  )
})

const comparison: Comparison = { differ: compareDefault, alike: (one, other) => !compareDefault(one, other) }

export default trial<RowsQuery, Rounds>({
  level: 'stated',
  title: 'size of the rows defaults to 100',
  clauses: ['4.rows.size.default', '8.rows-size-default'],
  tried:
    'Pages without a size, compared with the same pages with size=100. page is always sent, as its default is open.',
  meaning: 'A client that omits size and counts pages by 100 skips rows or reads them twice.',
  causes: [
    'the default is that of the lists (50), of the framework, or the maximum (1000)',
    'the default holds on the first page only',
  ],
  needs: ['project', 'dataset'],
  after: ['b.rows.envelope', 'b.rows.size-range'],
  faults: {
    'as-the-lists': { bRowsSizeDefault: () => 50n },
    maximum: { bRowsSizeDefault: () => 1000n },
    'other-beyond-page-1': { bRowsSizeDefault: (call) => (call.query('page')[0] === '1' ? 100n : 50n) },
    'told-as-100': {
      bRowsSizeDefault: () => 50n,
      bRowsEchoSize: (size, call) => (call.query('size').length > 0 ? size : 100),
    },
    'told-as-0': { bRowsEchoSize: (size, call) => (call.query('size').length > 0 ? size : 0) },
  },
  cases: {
    first: [{ page: 1 }, { page: 2 }, { page: 3 }],
    any: fc.record({ page: fc.integer({ min: 1, max: 30 }) }),
    count: [2, 5, 20],
  },
  send: ({ page }, tools) => {
    const full = call(tools.target, 'rows', { page, size: ROWS_SIZE_DEFAULT })
    return compare(tools, full, call(tools.target, 'rows', { page }), comparison)
  },
  judge: (rounds) => settle(rounds, comparison),
})
