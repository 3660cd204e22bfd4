import { observation } from '../../../src/core/rule.ts'
import { responsesTo } from '../support/responses-to.ts'

export default observation({
  title: 'what a negative per_page is answered',
  clauses: ['7.open.codes', '7.open.statuses'],
  tried: 'GET /users with the active key and per_page=-1',
  meaning: 'a client with a sign error sees this',
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    'without-its-sign': {
      aPerPage: (perPage, call) => call.lawful.aPerPage(perPage < 0n ? -perPage : perPage, call),
    },
    'as-the-default': { aPerPage: (perPage, call) => (perPage < 0n ? 25 : call.lawful.aPerPage(perPage, call)) },
  },
  observe: responsesTo('per_page=-1'),
})
