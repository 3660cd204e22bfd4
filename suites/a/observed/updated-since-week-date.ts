import { observation } from '../../../src/core/rule.ts'
import { observeResponses } from '../support/observe-responses.ts'

export default observation({
  title: 'The response to an updated_since in the week form of ISO 8601',
  clauses: ['4.users.updated_since', '4.open.updated_since-invalid'],
  tried: 'GET /users with the active key and updated_since=2024-W01-1T00:00:00Z.',
  meaning: 'ISO 8601 has week dates; whether they are accepted is not shown.',
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    taken: {
      aInstant: (text, call) =>
        text.includes('W') ? Date.UTC(2024, 0, 1) * 1000 : call.conforming.aInstant(text, call),
    },
  },
  observe: observeResponses('updated_since=2024-W01-1T00:00:00Z'),
})
