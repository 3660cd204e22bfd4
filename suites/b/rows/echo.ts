import { invariant } from '../../../src/core/rule.ts'
import { asked } from '../support/page.ts'
import { rowsQueries } from '../support/queries.ts'
import { readRows } from '../support/rows-page.ts'
import { wrongEcho } from '../support/wrong-echo.ts'

export default invariant({
  level: 'stated',
  title: 'page and size of a rows response echo the requested ones',
  clauses: ['2.rows.page', '2.rows.size', '4.rows.parameters', '4.rows.page', '4.rows.page.range', '4.rows.size'],
  tried:
    'Every rows response to a request with page or size in range, also beyond the last row, whichever rule requested it.',
  meaning: 'A client that pages on from page or size of the response skips or repeats rows.',
  causes: [
    'the field is a constant or a default, while the page is the requested one',
    'page or size is not taken from the request: capped, counted from 0 or the number of rows',
    'the parameters have other names in this endpoint, and defaults are used',
  ],
  needs: ['project', 'dataset'],
  after: ['b.rows.envelope'],
  faults: {
    'size-as-fetched': { bRowsEchoSize: (size) => size + 1 },
    'size-is-number-of-rows': { bRowsEnvelope: (page) => ({ ...page, size: page.items.length }) },
    'page-from-zero': { bRowsEchoPage: (page) => Number(page) - 1 },
    'next-page-while-more': {
      bRowsEnvelope: (page, call) => ({ ...page, page: Number(call.page!) + (page.has_more === true ? 1 : 0) }),
    },
    'page-1-when-empty': { bRowsEnvelope: (page) => ({ ...page, page: page.items.length === 0 ? 1 : page.page }) },
    'size-cut-to-500': { bRowsEchoSize: (size) => Math.min(size, 500) },
  },
  cases: rowsQueries,
  applies: (x) => readRows(x) !== undefined && asked(x) !== undefined,
  judge: (x) => wrongEcho(x, readRows(x)!, 'rows'),
})
