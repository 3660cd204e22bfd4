import { observation } from '../../../src/rule.ts'
import { observeQueries } from '../observing.ts'

export default observation({
  title: 'what a query parameter that the reference does not name is answered',
  clauses: ['7.open.codes', '7.open.statuses'],
  tried: 'GET /projects with unheard_of=1 and with per_page=3',
  meaning: 'a client with a misspelt parameter is told, or reads another list than it meant',
  after: ['b.auth.api-key-accepted'],
  observe: (tools) =>
    observeQueries(tools, 'projects', {
      'unheard_of=1': { unheard_of: 1 },
      'per_page=3': { per_page: 3 },
    }),
})
