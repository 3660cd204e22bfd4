import { contentType } from '../../../src/judge/seen.ts'
import { observation } from '../../../src/rule.ts'
import { users } from '../api.ts'

export default observation({
  title: 'the content type of a page',
  clauses: ['4.users.response'],
  tried: 'GET /users with the active key',
  meaning: 'a client that decides by content type whether to parse JSON needs to know it',
  observe: async (tools) => contentType((await tools.once(users(tools.target))).response!),
})
