import type { Json } from '../../../src/client/json.ts'
import { observation } from '../../../src/rule.ts'
import { call, reachable } from '../api.ts'

export default observation({
  title: 'the status of a success, on each endpoint',
  clauses: ['7.open.statuses'],
  tried: 'every endpoint with the active key',
  meaning: 'a client should take any 2xx as a success',
  observe: async (tools): Promise<Json> => {
    const answers = reachable(tools.target).map(async (name) => {
      const x = await tools.once(call(tools.target, name, name === 'rows' ? { page: 1 } : {}))
      return [name, x.response?.status ?? null] as const
    })
    return Object.fromEntries(await Promise.all(answers))
  },
})
