import type { Json } from '../../../src/client/json.ts'
import { contentType } from '../../../src/judge/seen.ts'
import { observation } from '../../../src/rule.ts'
import { call, reachable } from '../api.ts'

export default observation({
  title: 'the content type of a success, on each endpoint',
  clauses: ['4.projects.response', '4.rows.response'],
  tried: 'every endpoint with the active key',
  meaning: 'a client that decides by content type whether to parse JSON needs to know it',
  observe: async (tools): Promise<Json> => {
    const answers = reachable(tools.target).map(async (name) => {
      const x = await tools.once(call(tools.target, name, name === 'rows' ? { page: 1 } : {}))
      return [name, contentType(x.response!)] as const
    })
    return Object.fromEntries(await Promise.all(answers))
  },
})
