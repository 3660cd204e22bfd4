import { observation } from '../../../src/core/rule.ts'
import { observeResponses } from '../support/observe-responses.ts'

export default observation({
  title: 'The response to an updated_since without a time zone',
  clauses: ['4.users.updated_since', '4.open.updated_since-invalid'],
  tried: 'GET /users with the active key and updated_since=2024-01-01T00:00:00.',
  meaning: 'A time without a zone is ambiguous: a client should send an offset or Z.',
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    refused: {
      aInstant: (text, call) =>
        /([Zz]|[+-]\d\d:?\d\d)$/.test(text) ? call.conforming.aInstant(text, call) : undefined,
    },
    'as-in-tokyo': {
      aInstant: (text, call) => call.conforming.aInstant(/T[\d:.]+$/.test(text) ? `${text}+09:00` : text, call),
    },
  },
  observe: observeResponses('updated_since=2024-01-01T00:00:00'),
})
