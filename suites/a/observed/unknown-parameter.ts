import { observation } from '../../../src/rule.ts'
import { observeQueries } from '../observing.ts'

export default observation({
  title: 'what a query parameter that the reference does not name is answered',
  clauses: ['7.open.codes', '7.open.statuses'],
  tried: 'GET /users with the active key and unheard_of=1, size=3',
  meaning: 'a client with a misspelt parameter is told, or reads another list than it meant',
  after: ['a.auth.api-key-accepted'],
  observe: (tools) =>
    observeQueries(tools, {
      'unheard_of=1': { unheard_of: 1 },
      'size=3': { size: 3 },
    }),
})
