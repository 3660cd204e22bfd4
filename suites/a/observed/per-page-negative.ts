import { observation } from '../../../src/core/rule.ts'
import { observeResponses } from '../support/observe-responses.ts'

export default observation({
  title: 'The response to a negative per_page',
  clauses: ['7.open.codes', '7.open.statuses'],
  tried: 'GET /users?per_page=-1 with the active key.',
  meaning: 'A client with a sign error gets this response.',
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    'without-its-sign': {
      aPerPage: (perPage, call) => call.conforming.aPerPage(perPage < 0n ? -perPage : perPage, call),
    },
    'as-the-default': { aPerPage: (perPage, call) => (perPage < 0n ? 25 : call.conforming.aPerPage(perPage, call)) },
  },
  observe: observeResponses('per_page=-1'),
})
