import { observation } from '../../../src/core/rule.ts'
import { observeResponses } from '../support/observe-responses.ts'

export default observation({
  title: 'The response to an updated_since without a time',
  clauses: ['4.users.updated_since', '4.open.updated_since-invalid'],
  tried: 'GET /users with the active key and updated_since=2024-01-01.',
  meaning: 'ISO 8601 has dates without a time; whether they are accepted is not shown.',
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    refused: { aInstant: (text, call) => (text.includes('T') ? call.conforming.aInstant(text, call) : undefined) },
    'as-its-last-moment': {
      aInstant: (text, call) => call.conforming.aInstant(/^[\d-]{10}$/.test(text) ? `${text}T23:59:59Z` : text, call),
    },
  },
  observe: observeResponses('updated_since=2024-01-01'),
})
