import { observation } from '../../../src/rule.ts'
import { observeQueries } from '../observing.ts'

export default observation({
  title: 'what a per_page that is not a whole number is answered',
  clauses: ['7.open.codes', '7.open.statuses'],
  tried: 'GET /users with the active key and per_page=abc, per_page=',
  meaning: 'a client that sends an empty or fractional per_page sees this',
  after: ['a.auth.api-key-accepted'],
  observe: (tools) =>
    observeQueries(tools, {
      'per_page=abc': { per_page: 'abc' },
      'per_page=': { per_page: '' },
    }),
})
