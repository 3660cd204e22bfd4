import { observation } from '../../../src/rule.ts'
import { observeFields } from '../observing.ts'

export default observation({
  title: 'the members of a project and their JSON types',
  clauses: ['2.open.project-fields', '4.open.project-fields'],
  tried: 'the items of the first page of projects',
  meaning: 'no member is promised: a client that reads one should expect it to change',

  after: ['b.lists.envelope'],
  observe: (tools) => observeFields(tools, 'projects'),
})
