import { observation } from '../../../src/core/rule.ts'
import { early, refusesRows } from '../support/freedoms.ts'
import { observeResponses } from '../support/observe-responses.ts'

export default observation({
  title: 'The response of rows to a size above 1000',
  clauses: ['7.open.rows-size'],
  tried: 'GET rows with page=1 and size=1001.',
  meaning: 'A client that requests more than 1000 rows gets an error, or silently fewer than requested.',
  needs: ['dataset'],
  after: ['b.auth.api-key-accepted'],
  freedoms: {
    'cut-down': { bRowsSize: (size, call) => (size > 1000n ? 1000 : call.conforming.bRowsSize(size, call)) },
    'cut-down-echoed-as-asked': {
      bRowsSize: (size, call) => (size > 1000n ? 1000 : call.conforming.bRowsSize(size, call)),
      bRowsEchoSize: (size, call) => (Number(call.query('size')[0] ?? 0) > 1000 ? Number(call.query('size')[0]) : size),
    },
    honoured: {
      bRowsSize: (size, call) => (size > 1000n && size < 1e6 ? Number(size) : call.conforming.bRowsSize(size, call)),
    },
    'bad-request': refusesRows({ status: 400, headers: [], body: '' }),
    'too-large': refusesRows(early(413)),
  },
  observe: observeResponses('rows', 'size=1001'),
})
