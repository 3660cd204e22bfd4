import { observation } from '../../../src/rule.ts'
import { observeQueries } from '../observing.ts'
import { pagesAt } from '../queries.ts'

/** Far enough that users added during a run do not reach it. */
const AHEAD = 1000

export default observation({
  title: 'what a page past the last page is answered',
  clauses: ['4.open.past-end'],
  tried: 'GET /users with a page well past the last one, and with the largest 32-bit and 64-bit page numbers',
  meaning: 'a client that pages until nothing comes needs to know what nothing looks like',
  after: ['a.auth.api-key-accepted'],
  observe: async (tools) => {
    const page = pagesAt(tools.target, 25) + AHEAD
    return observeQueries(tools, {
      'past the last': { page },
      '2^31-1': { page: 2 ** 31 - 1 },
      '2^63-1': { page: 2n ** 63n - 1n },
    })
  },
})
