import { observation } from '../../../src/rule.ts'
import { observeQueries } from '../observing.ts'

export default observation({
  title: 'what page=0 is answered',
  clauses: ['7.open.codes', '7.open.statuses'],
  tried: 'GET /users with the active key and page=0',
  meaning: 'a client that counts pages from 0 sees this',
  after: ['a.auth.api-key-accepted'],
  observe: (tools) =>
    observeQueries(tools, {
      'page=0': { page: 0 },
    }),
})
