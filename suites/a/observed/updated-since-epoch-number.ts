import { observation } from '../../../src/core/rule.ts'
import { observeResponses } from '../support/observe-responses.ts'

export default observation({
  title: 'The response to an updated_since in seconds since 1970',
  clauses: ['4.open.updated_since-invalid'],
  tried: 'GET /users with the active key and updated_since=1704067200.',
  meaning: 'A client that sends a number of seconds gets an error, or a filter by a year that it did not mean.',
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    seconds: {
      aInstant: (text, call) => (/^\d{9,10}$/.test(text) ? Number(text) * 1e6 : call.conforming.aInstant(text, call)),
    },
    'as-a-year': {
      aInstant: (text, call) => (/^\d+$/.test(text) ? Number.MAX_SAFE_INTEGER : call.conforming.aInstant(text, call)),
    },
  },
  observe: observeResponses('updated_since=1704067200'),
})
