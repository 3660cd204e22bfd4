import { observation } from '../../../src/core/rule.ts'
import { itemFields } from '../support/item-fields.ts'

export default observation({
  title: 'The fields of a node and their JSON types',
  clauses: ['1.open.node-contents', '2.open.node-fields', '4.open.node-fields', '3.open.node-states'],
  tried: 'The items of the first page of nodes.',
  meaning: 'No field is promised: a client that reads one should expect it to change.',
  needs: ['project'],
  after: ['b.lists.envelope'],
  freedoms: {
    'no-node': { seedNodes: () => 0 },
    'no-node-one-page': { seedNodes: () => 0, bPages: (total, size) => Math.max(1, Math.ceil(total / size)) },
    'one-node': { seedNodes: () => 1 },
    'nodes-with-integers-for-ids': {
      bItemId: (list, id) => (list === 'nodes' ? id : `${list}-${id}`),
    },
    'nodes-without-members': {
      bItemJson: (item, id, call) => (call.endpoint === 'nodes' ? {} : call.conforming.bItemJson(item, id, call)),
    },
    'nodes-that-are-texts': {
      bItemJson: (item, id, call) =>
        call.endpoint === 'nodes' ? item.name : call.conforming.bItemJson(item, id, call),
    },
    'nodes-that-are-long': {
      bItemJson: (item, id, call) => ({
        ...(call.conforming.bItemJson(item, id, call) as object),
        data: 'x'.repeat(3000),
      }),
    },
  },
  observe: itemFields('nodes'),
})
