import { observation } from '../../../src/rule.ts'
import { observeQueries } from '../observing.ts'

export default observation({
  title: 'what page=0 is answered on rows',
  clauses: ['7.open.rows-page'],
  tried: 'GET rows with page=0',
  meaning: 'a client that counts pages from 0 sees this',
  needs: ['dataset'],
  after: ['b.auth.api-key-accepted'],
  observe: (tools) =>
    observeQueries(tools, 'rows', {
      'page=0': { page: 0 },
    }),
})
