import { observation } from '../../../src/rule.ts'
import { observeQueries } from '../observing.ts'

export default observation({
  title: 'what a page that is not an integer is answered on a list',
  clauses: ['7.open.codes', '7.open.statuses'],
  tried: 'GET /projects with page=abc and an empty one',
  meaning: 'a client that sends an empty or fractional page sees this',
  after: ['b.auth.api-key-accepted'],
  observe: (tools) =>
    observeQueries(tools, 'projects', {
      'page=abc': { page: 'abc' },
      'page=': { page: '' },
    }),
})
