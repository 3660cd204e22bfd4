import { observation } from '../../../src/core/rule.ts'
import { refuses } from '../support/freedoms.ts'
import { observeResponses } from '../support/observe-responses.ts'

export default observation({
  title: 'The response to a negative page',
  clauses: ['7.open.codes', '7.open.statuses'],
  tried: 'GET /users?page=-1 with the active key.',
  meaning: 'A client with a sign error gets this response.',
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    'from-the-end': {
      aPage: (page, call) => (page === 0n ? call.conforming.aPage(page, call) : page),
      aPastEnd: (page, last) => (page < 0n ? BigInt(Math.max(1, last)) + page + 1n : page),
      aOffset: (page, perPage) => (page < 1n ? 0n : (page - 1n) * BigInt(perPage)),
    },
    unprocessable: refuses(422, 'validation_error'),
  },
  observe: observeResponses('page=-1'),
})
