import { fieldsOf } from '../../../src/judge/seen.ts'
import { observation } from '../../../src/rule.ts'
import { call } from '../api.ts'

export default observation({
  title: 'the members of the company resource and their JSON types',
  clauses: ['2.open.company-fields', '4.company.open.response'],
  tried: 'GET /company with the active key',
  meaning: 'no member is promised: a client that reads one should expect it to change',
  after: ['b.company.readable'],
  observe: async (tools) => fieldsOf([(await tools.once(call(tools.target, 'company'))).response?.json ?? null]),
})
