import { observation } from '../../../src/core/rule.ts'
import { refuses } from '../support/freedoms.ts'
import { responsesTo } from '../support/responses-to.ts'

export default observation({
  title: 'what a negative page is answered',
  clauses: ['7.open.codes', '7.open.statuses'],
  tried: 'GET /users with the active key and page=-1',
  meaning: 'a client with a sign error sees this',
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    'from-the-end': {
      aPage: (page, call) => (page === 0n ? call.lawful.aPage(page, call) : page),
      aPastEnd: (page, last) => (page < 0n ? BigInt(Math.max(1, last)) + page + 1n : page),
      aOffset: (page, perPage) => (page < 1n ? 0n : (page - 1n) * BigInt(perPage)),
    },
    unprocessable: refuses(422, 'validation_error'),
  },
  observe: responsesTo('page=-1'),
})
