import { limitHeaders } from '../../../src/judge/seen.ts'
import { observation } from '../../../src/rule.ts'
import { users } from '../api.ts'

export default observation({
  title: 'the names of headers that tell limits',
  clauses: ['8.open.rate-limits'],
  tried: 'GET /users with the active key; only names are recorded, counters change',
  meaning: 'a client can slow down before it is refused when the server tells its limits',
  observe: async (tools) => limitHeaders((await tools.once(users(tools.target))).response!),
})
