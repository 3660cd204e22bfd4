import { observation } from '../../../src/core/rule.ts'
import { refusesRows } from '../support/freedoms.ts'
import { observeResponses } from '../support/observe-responses.ts'

export default observation({
  title: 'The response of rows to a negative size',
  clauses: ['7.open.rows-size'],
  tried: 'GET rows with page=1 and size=-1.',
  meaning: 'A client with a sign error gets this response.',
  needs: ['dataset'],
  after: ['b.auth.api-key-accepted'],
  freedoms: {
    'without-its-sign': { bRowsSize: (size, call) => call.conforming.bRowsSize(size < 0n ? -size : size, call) },
    'refused-as-text': refusesRows({
      status: 400,
      headers: [['Content-Type', 'text/plain']],
      body: 'LIMIT must not be negative',
    }),
  },
  observe: observeResponses('rows', 'size=-1'),
})
