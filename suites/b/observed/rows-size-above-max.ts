import { observation } from '../../../src/rule.ts'
import { observeQueries } from '../observing.ts'

export default observation({
  title: 'what a size above 1000 is answered on rows',
  clauses: ['7.open.rows-size'],
  tried: 'GET rows with page=1 and size=1001',
  meaning: 'a client that asks for more than 1000 rows gets an error, or silently fewer than it asked for',
  needs: ['dataset'],
  after: ['b.auth.api-key-accepted'],
  observe: (tools) =>
    observeQueries(tools, 'rows', {
      'size=1001': { page: 1, size: 1001 },
    }),
})
