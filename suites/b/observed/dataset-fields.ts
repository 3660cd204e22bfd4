import { observation } from '../../../src/rule.ts'
import { observeFields } from '../observing.ts'

export default observation({
  title: 'the members of a dataset and their JSON types',
  clauses: ['2.open.dataset-fields', '4.open.dataset-fields'],
  tried: 'the items of the first page of datasets',
  meaning: 'no member is promised: a client that reads one should expect it to change',
  needs: ['project'],
  after: ['b.lists.envelope'],
  observe: (tools) => observeFields(tools, 'datasets'),
})
