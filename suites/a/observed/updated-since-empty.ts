import { observation } from '../../../src/core/rule.ts'
import { observeResponses } from '../support/observe-responses.ts'

export default observation({
  title: 'The response to an empty updated_since',
  clauses: ['4.open.updated_since-invalid'],
  tried: 'GET /users with the active key and updated_since=.',
  meaning: 'A client that has not synced yet and sends an empty time gets this response.',
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    'as-if-left-out': {
      aNotInstant: (text, call) => (text === '' ? undefined : call.conforming.aNotInstant(text, call)),
    },
  },
  observe: observeResponses('updated_since='),
})
