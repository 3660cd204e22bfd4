import { observation } from '../../../src/core/rule.ts'
import { seen } from '../../../src/judge/seen.ts'
import { users } from '../api.ts'
import { early } from '../support/freedoms.ts'

export default observation({
  title: 'what a query parameter given twice is answered',
  clauses: ['7.open.codes', '7.open.statuses'],
  tried: 'GET /users with per_page=2&per_page=3',
  meaning: 'a client that builds its query from parts should not send a parameter twice',
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    last: { parameter: (name, call) => call.query(name).at(-1) },
    joined: { parameter: (name, call) => (call.query(name).length > 0 ? call.query(name).join() : undefined) },
    refused: {
      answer: (answer, call) => {
        const names = [...new URLSearchParams(call.search).keys()]
        return answer.status >= 300 || new Set(names).size === names.length ? answer : { ...early(400) }
      },
    },
  },
  observe: async (tools) => {
    const query = [
      ['per_page', '2'],
      ['per_page', '3'],
    ] as const
    const x = await tools.get({ ...users(tools.target), query, open: true })
    // Not the number of records: a short list grows.
    return seen(x, ['pagination.per_page'])
  },
})
