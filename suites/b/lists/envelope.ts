import { invariant } from '../../../src/core/rule.ts'
import { envelopeViolation } from '../../shared/pagination.ts'
import { asked, ENVELOPE, isListAnswer } from '../support/page.ts'
import { listQueries } from '../support/queries.ts'

export default invariant({
  level: 'stated',
  title: 'A list response has an items array and the integers total, page, size and pages',
  clauses: [
    '2.list',
    '2.list.items.type',
    '2.list.items',
    '2.list.total.type',
    '2.list.page.type',
    '2.list.size.type',
    '2.list.pages.type',
    '4.projects.response',
    '4.datasets.response',
    '4.nodes.response',
  ],
  tried: 'Every success of the three lists, whichever rule requested it, over boundary and generated queries.',
  meaning: 'A client that expects the documented fields and types fails on this response.',
  causes: [
    'this list is serialised by other code than the rest: a field is renamed, nested, missing or of another type',
    'an empty page has null for items: an empty slice or collection that was never created',
    'items is an object where a filter left gaps in the array and its keys were kept',
  ],
  after: ['b.auth.api-key-accepted'],
  faults: {
    'nodes-as-bare-array': { bEnvelope: (page, call) => (call.endpoint === 'nodes' ? page.items : page) },
    'total-as-string': { bEnvelope: (page) => ({ ...page, total: String(page.total) }) },
    'no-pages': { bEnvelope: ({ pages: _, ...page }) => page },
    'named-as-in-variant-a': {
      bEnvelope: ({ items, page, size, total, pages }, call) =>
        call.endpoint === 'datasets'
          ? { data: items, pagination: { page, per_page: size, total, total_pages: pages } }
          : { items, page, size, total, pages },
    },
    'echo-as-sent': { bEchoPage: (page) => String(page) },
    'size-null-when-left-out': { bEchoSize: (size, call) => (call.query('size').length === 0 ? null : size) },
    'items-null-when-empty': {
      bEnvelope: (page) => ({ ...page, items: page.items.length === 0 ? null : page.items }),
    },
    'pages-fractional': { bPages: (total, size) => total / size },
    'nested-in-data': { bEnvelope: (page, call) => (call.endpoint === 'projects' ? { data: page } : page) },
  },
  cases: listQueries,
  applies: (x) => isListAnswer(x) && asked(x) !== undefined,
  judge: (x) => envelopeViolation(x, ENVELOPE),
})
