import { observation } from '../../../src/core/rule.ts'
import { responsesTo } from '../support/responses-to.ts'

export default observation({
  title: 'what an updated_since with a day or hour that does not exist is answered',
  clauses: ['4.open.updated_since-invalid'],
  tried: 'GET /users with the active key and updated_since=2024-02-30T00:00:00Z',
  meaning: 'a client that computes times by hand sees an error, or another day than it meant',
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    'runs-over-into-march': {
      aInstant: (text, call) => call.lawful.aInstant(text.replace('-02-30T', '-03-01T'), call),
    },
  },
  observe: responsesTo('updated_since=2024-02-30T00:00:00Z'),
})
