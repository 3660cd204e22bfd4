import { observation } from '../../../src/core/rule.ts'
import { observeResponses } from '../support/observe-responses.ts'

export default observation({
  title: 'The response to an updated_since with a day that does not exist',
  clauses: ['4.open.updated_since-invalid'],
  tried: 'GET /users with the active key and updated_since=2024-02-30T00:00:00Z.',
  meaning: 'A client that computes dates by hand gets an error, or another day than it meant.',
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    'runs-over-into-march': {
      aInstant: (text, call) => call.conforming.aInstant(text.replace('-02-30T', '-03-01T'), call),
    },
  },
  observe: observeResponses('updated_since=2024-02-30T00:00:00Z'),
})
