import { observation } from '../../../src/core/rule.ts'
import { responsesTo } from '../support/responses-to.ts'

export default observation({
  title: 'what an empty updated_since is answered',
  clauses: ['4.open.updated_since-invalid'],
  tried: 'GET /users with the active key and updated_since=',
  meaning: 'a client that has not synchronised yet and sends an empty time sees this',
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    'as-if-left-out': { aNotInstant: (text, call) => (text === '' ? undefined : call.lawful.aNotInstant(text, call)) },
  },
  observe: responsesTo('updated_since='),
})
