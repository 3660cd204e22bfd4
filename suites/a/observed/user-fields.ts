import { at, isArray } from '../../../src/judge/json.ts'
import { fieldsOf } from '../../../src/judge/seen.ts'
import { observation } from '../../../src/rule.ts'
import { users } from '../api.ts'

export default observation({
  title: 'the members of a user record and their JSON types',
  clauses: ['2.user.open.fields'],
  tried: 'the records of the first page of GET /users',
  meaning: 'beyond the id nothing is promised: a client that reads more should expect it to change',
  after: ['a.users.envelope'],
  observe: async (tools) => {
    const data = at((await tools.once(users(tools.target))).response?.json, 'data')
    return isArray(data) ? fieldsOf(data) : 'no record to look at'
  },
})
