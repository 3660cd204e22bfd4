import { observation } from '../../../src/core/rule.ts'
import { refuses } from '../support/freedoms.ts'
import { responsesTo } from '../support/responses-to.ts'

export default observation({
  title: 'what page=0 is answered',
  clauses: ['7.open.codes', '7.open.statuses'],
  tried: 'GET /users with the active key and page=0',
  meaning: 'a client that counts pages from 0 sees this',
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    'as-page-1': { aPage: (page) => (page < 1n ? 1n : page) },
    'not-found': refuses(404, 'not_found'),
    'as-page-1-echoed-0': {
      aPage: (page) => page,
      aOffset: (page, perPage) => (page < 1n ? 0n : (page - 1n) * BigInt(perPage)),
    },
  },
  observe: responsesTo('page=0'),
})
