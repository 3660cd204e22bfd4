import { observation } from '../../../src/rule.ts'
import { observeQueries } from '../observing.ts'

export default observation({
  title: 'what per_page=0 is answered',
  clauses: ['7.open.codes', '7.open.statuses'],
  tried: 'GET /users with the active key and per_page=0',
  meaning: 'a client must not rely on a way to ask for no records',
  after: ['a.auth.api-key-accepted'],
  observe: (tools) =>
    observeQueries(tools, {
      'per_page=0': { per_page: 0 },
    }),
})
