import { observation } from '../../../src/core/rule.ts'
import { observeResponses } from '../support/observe-responses.ts'

export default observation({
  title: 'The response to an updated_since in the basic form of ISO 8601',
  clauses: ['4.users.updated_since', '4.open.updated_since-invalid'],
  tried: 'GET /users with the active key and updated_since=20240101T000000Z.',
  meaning: 'ISO 8601 has a form without hyphens and colons; whether it is accepted is not shown.',
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    taken: {
      aInstant: (text, call) =>
        call.conforming.aInstant(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:$6'), call),
    },
  },
  observe: observeResponses('updated_since=20240101T000000Z'),
})
