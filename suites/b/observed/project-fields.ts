import { observation } from '../../../src/core/rule.ts'
import { keyFormats, noise } from '../../shared/freedoms.ts'
import { itemFields } from '../support/item-fields.ts'

export default observation({
  title: 'The fields of a project and their JSON types',
  clauses: ['2.open.project-fields', '4.open.project-fields', '3.open.project-states'],
  tried: 'The items of the first page of projects.',
  meaning: 'No field is promised: a client that reads one should expect it to change.',
  after: ['b.lists.envelope'],
  freedoms: {
    'ids-as-integers': { bItemId: (_list, id) => id },
    'ids-above-2^53': { bItemId: (_list, id) => 2n ** 62n + BigInt(id) },
    'ids-as-uuids-in-no-order': {
      bItemId: (list, id) =>
        `${noise(id, 4e9).toString(16).padStart(8, '0')}-1f2e-4a3b-8c4d-${list.slice(0, 4)}${String(id).padStart(8, '0')}`,
    },
    'ids-that-need-percent-encoding': { bItemId: (list, id) => `${list}: ${id}+%20/é?#&=;` },
    'ids-in-another-letter-case-are-others': {
      bItemId: (_list, id) => (id % 2 === 0 ? `ab${id >> 1}` : `AB${id >> 1}`),
    },
    'links-signed-anew': {
      bItemJson: (item, id, call) => ({
        link: `https://cdn.example/${item.id}?expires=${call.now}&signature=${noise(call.n, 4e9).toString(36)}`,
        ...(call.conforming.bItemJson(item, id, call) as object),
        fetched_at: new Date(call.now).toISOString(),
      }),
    },
    'ids-by-another-name': { bItemJson: ({ name }, id) => ({ uuid: id, name }) },
    'no-ids-and-signed-links': {
      bItemJson: ({ name }, _id, call) => ({ name, link: `/x?signature=${noise(call.n, 4e9)}` }),
    },
    'alike-but-for-nothing': { bItemJson: () => ({ name: 'Untitled' }) },
    'members-that-mislead': {
      bItemJson: (_item, id) => ({
        items: [],
        total: 0,
        page: -1,
        pages: 9,
        error: { code: 'unauthorized', status: 401 },
        details: { size: 'wrong' },
        id,
      }),
    },
    'members-in-any-order-and-some-left-out': {
      bItemJson: ({ id: n, name }, id, call) =>
        noise(call.n + n, 2) === 0 ? { id, size: null } : { name, tags: [], id },
    },
    'texts-of-every-kind': {
      bItemJson: ({ name }, id) => ({
        id,
        name: `\u0000"\\/\u2028\ud83d\ude00 é漢 ${name}`,
        note: 'ä'.repeat(500),
        'päth/x.y': {},
      }),
    },
    'no-project': { seedProjects: () => 0 },
    'one-project': { seedProjects: () => 1 },
    '49-of-each': { seedProjects: () => 49, seedDatasets: () => 49, seedNodes: () => 49 },
    '50-of-each': { seedProjects: () => 50, seedDatasets: () => 50, seedNodes: () => 50 },
    '51-of-each': { seedProjects: () => 51, seedDatasets: () => 51, seedNodes: () => 51 },
    '99-of-each': { seedProjects: () => 99, seedDatasets: () => 99, seedNodes: () => 99 },
    '100-of-each': { seedProjects: () => 100, seedDatasets: () => 100, seedNodes: () => 100 },
    '101-of-each': { seedProjects: () => 101, seedDatasets: () => 101, seedNodes: () => 101 },
    '1003-projects': { seedProjects: () => 1003 },
    ...keyFormats,
  },
  observe: itemFields('projects'),
})
