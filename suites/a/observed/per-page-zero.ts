import { observation } from '../../../src/core/rule.ts'
import { observeResponses } from '../support/observe-responses.ts'

export default observation({
  title: 'The response to per_page=0',
  clauses: ['7.open.codes', '7.open.statuses'],
  tried: 'GET /users?per_page=0 with the active key.',
  meaning: 'A client must not rely on a way to request no records.',
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    'as-if-left-out': { aPerPage: (perPage) => (perPage < 1n ? 25 : Math.min(100, Number(perPage))) },
    'no-records': {
      aPerPage: (perPage, call) => (perPage === 0n ? 0 : call.conforming.aPerPage(perPage, call)),
      aPastEnd: (page) => page,
      aTotalPages: (total, perPage) => (perPage === 0 ? 0 : Math.ceil(total / perPage)),
    },
    'as-one': { aPerPage: (perPage) => Math.min(100, Math.max(1, Number(perPage))) },
    'as-the-largest': { aPerPage: (perPage) => (perPage < 1n || perPage > 100n ? 100 : Number(perPage)) },
  },
  observe: observeResponses('per_page=0'),
})
