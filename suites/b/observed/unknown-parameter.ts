import { observation } from '../../../src/core/rule.ts'
import { early } from '../support/freedoms.ts'
import { observeResponses } from '../support/observe-responses.ts'

export default observation({
  title: 'The response to a query parameter that the reference does not name',
  clauses: ['7.open.codes', '7.open.statuses'],
  tried: 'GET /projects?unheard_of=1 with the active key.',
  meaning: 'A client with a misspelt parameter gets an error, or reads another list than it meant.',
  after: ['b.auth.api-key-accepted'],
  freedoms: {
    refused: {
      response: (response, call) =>
        response.status < 300 &&
        [...new URLSearchParams(call.search).keys()].some((name) => name !== 'page' && name !== 'size')
          ? { ...early(400) }
          : response,
    },
    unprocessable: {
      response: (response, call) =>
        response.status < 300 &&
        [...new URLSearchParams(call.search).keys()].some((name) => name !== 'page' && name !== 'size')
          ? {
              status: 422,
              headers: [['Content-Type', 'application/json']],
              body: '{"error":{"code":"validation_error","message":"unknown parameter","status":422,"details":["unknown"]}}',
            }
          : response,
    },
    'per-page-is-another-name-of-size': {
      parameter: (name, call) =>
        name === 'size' ? (call.query(name)[0] ?? call.query('per_page')[0]) : call.query(name)[0],
    },
  },
  observe: observeResponses('projects', 'unheard_of=1'),
})
