import { observation } from '../../../src/core/rule.ts'
import { observeResponses } from '../support/observe-responses.ts'

export default observation({
  title: 'The response of rows to size=0',
  clauses: ['7.open.rows-size'],
  tried: 'GET rows with page=1 and size=0.',
  meaning: 'A client must not rely on a way to request columns without rows.',
  needs: ['dataset'],
  after: ['b.auth.api-key-accepted'],
  freedoms: {
    'columns-alone': {
      bRowsSize: (size, call) => (size === 0n ? 0 : call.conforming.bRowsSize(size, call)),
    },
    'as-if-left-out': { bRowsSize: (size, call) => (size < 1n ? 100 : call.conforming.bRowsSize(size, call)) },
    'as-one': { bRowsSize: (size, call) => (size < 1n ? 1 : call.conforming.bRowsSize(size, call)) },
  },
  observe: observeResponses('rows', 'size=0'),
})
