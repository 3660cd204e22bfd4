import { contentType } from '../../../src/judge/seen.ts'
import { noCredential } from '../../../src/keys.ts'
import { observation } from '../../../src/rule.ts'
import { users } from '../api.ts'

export default observation({
  title: 'the content type of a 401',
  clauses: ['7.body'],
  tried: 'GET /users without a key',
  meaning: 'a client that decides by content type whether to parse the error body needs to know it',
  observe: async (tools) => contentType((await tools.once(users(tools.target, {}, noCredential))).response!),
})
