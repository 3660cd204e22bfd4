import { observation } from '../../../src/rule.ts'
import { observeFields } from '../observing.ts'

export default observation({
  title: 'the members of a node and their JSON types',
  clauses: ['1.open.node-contents', '2.open.node-fields', '4.open.node-fields'],
  tried: 'the items of the first page of nodes',
  meaning: 'no member is promised: a client that reads one should expect it to change',
  needs: ['project'],
  after: ['b.lists.envelope'],
  observe: (tools) => observeFields(tools, 'nodes'),
})
