import { observation } from '../../../src/core/rule.ts'
import { refuses } from '../support/freedoms.ts'
import { observeResponses } from '../support/observe-responses.ts'

export default observation({
  title: 'The response to page=0',
  clauses: ['7.open.codes', '7.open.statuses'],
  tried: 'GET /users?page=0 with the active key.',
  meaning: 'A client that counts pages from 0 gets this response.',
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    'as-page-1': { aPage: (page) => (page < 1n ? 1n : page) },
    'not-found': refuses(404, 'not_found'),
    'as-page-1-echoed-0': {
      aPage: (page) => page,
      aOffset: (page, perPage) => (page < 1n ? 0n : (page - 1n) * BigInt(perPage)),
    },
  },
  observe: observeResponses('page=0'),
})
