import { observation } from '../../../src/rule.ts'
import { observeQueries } from '../observing.ts'

export default observation({
  title: 'what a per_page above 100 is answered',
  clauses: ['4.open.per_page-above-max'],
  tried: 'GET /users with the active key and per_page=101, per_page=1000',
  meaning: 'a client that asks for more than 100 gets an error, or silently fewer records than it asked for',
  after: ['a.auth.api-key-accepted'],
  observe: (tools) =>
    observeQueries(tools, {
      'per_page=101': { per_page: 101 },
      'per_page=1000': { per_page: 1000 },
    }),
})
