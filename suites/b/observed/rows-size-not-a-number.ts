import { observation } from '../../../src/core/rule.ts'
import { observeResponses } from '../support/observe-responses.ts'

export default observation({
  title: 'The response of rows to a size that is not an integer',
  clauses: ['7.open.rows-size'],
  tried: 'GET rows with page=1 and size=abc.',
  meaning: 'A client that sends a misspelt size gets this response.',
  needs: ['dataset'],
  after: ['b.auth.api-key-accepted'],
  freedoms: {
    'as-if-left-out': {
      bNotInteger: (text, parameter, call) =>
        call.endpoint === 'rows'
          ? parameter === 'size'
            ? 100n
            : 1n
          : call.conforming.bNotInteger(text, parameter, call),
    },
  },
  observe: observeResponses('rows', 'size=abc'),
})
