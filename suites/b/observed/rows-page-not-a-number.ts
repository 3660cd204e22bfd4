import { observation } from '../../../src/core/rule.ts'
import { observeResponses } from '../support/observe-responses.ts'

export default observation({
  title: 'The response of rows to a page that is not an integer',
  clauses: ['7.open.rows-page'],
  tried: 'GET rows with page=abc.',
  meaning: 'A client that sends a misspelt page gets this response.',
  needs: ['dataset'],
  after: ['b.auth.api-key-accepted'],
  freedoms: {
    'as-if-left-out': {
      bNotInteger: (text, parameter, call) =>
        call.endpoint === 'rows' && parameter === 'page' ? 1n : call.conforming.bNotInteger(text, parameter, call),
    },
  },
  observe: observeResponses('rows', 'page=abc'),
})
