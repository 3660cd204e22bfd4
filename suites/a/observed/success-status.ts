import { observation } from '../../../src/rule.ts'
import { users } from '../api.ts'

export default observation({
  title: 'the status of a success',
  clauses: ['4.open.success-status'],
  tried: 'GET /users with the active key',
  meaning: 'a client should take any 2xx as a success',
  observe: async (tools) => (await tools.once(users(tools.target))).response?.status ?? null,
})
