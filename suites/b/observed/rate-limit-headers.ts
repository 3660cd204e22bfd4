import { limitHeaders } from '../../../src/judge/seen.ts'
import { observation } from '../../../src/rule.ts'
import { call } from '../api.ts'

export default observation({
  title: 'the names of headers that tell limits',
  clauses: ['8.open.rate-limits'],
  tried: 'GET /projects with the active key; only names are recorded, counters change',
  meaning: 'a client can slow down before it is refused when the server tells its limits',
  observe: async (tools) => limitHeaders((await tools.once(call(tools.target, 'projects'))).response!),
})
