import { observation } from '../../../src/core/rule.ts'
import { early, refusesRows } from '../support/freedoms.ts'
import { observeResponses } from '../support/observe-responses.ts'

export default observation({
  title: 'The response of rows to page=0',
  clauses: ['7.open.rows-page'],
  tried: 'GET rows with page=0.',
  meaning: 'A client that counts pages from 0 gets this response.',
  needs: ['dataset'],
  after: ['b.auth.api-key-accepted'],
  freedoms: {
    'as-page-1': {
      bRowsPage: (page) => (page < 1n ? 1n : page),
    },
    'as-page-1-echoed-0': {
      bRowsPage: (page) => page,
      bRowsOffset: (page, size) => (page < 1n ? 0n : (page - 1n) * BigInt(size)),
    },
    'not-found': refusesRows(early(404)),
    'no-rows': {
      bRowsPage: (page) => page,
      bRowsSlice: (read, { offset, limit }) => (offset < 0n ? [] : read(offset, limit)),
    },
  },
  observe: observeResponses('rows', 'page=0'),
})
