import { observation } from '../../../src/core/rule.ts'
import { observeResponses } from '../support/observe-responses.ts'

export default observation({
  title: 'The response of a list to a size that is not an integer',
  clauses: ['7.open.codes', '7.open.statuses'],
  tried: 'GET /projects?size=abc with the active key.',
  meaning: 'A client that sends a misspelt size gets this response.',
  after: ['b.auth.api-key-accepted'],
  freedoms: {
    'as-zero': { bNotInteger: () => 0n },
    'as-one': { bNotInteger: () => 1n },
  },
  observe: observeResponses('projects', 'size=abc'),
})
