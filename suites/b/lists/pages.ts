import { invariant, violation } from '../../../src/core/rule.ts'
import { wrongPageCount } from '../../shared/pagination.ts'
import { asked, readPage } from '../support/page.ts'
import { listQueries } from '../support/queries.ts'

export default invariant({
  level: 'stated',
  title: 'pages is total divided by size, rounded up',
  clauses: ['2.list.pages'],
  tried: 'Every list response, whichever rule requested it. An empty list may have 0 or 1 pages.',
  meaning:
    'A client that continues while page is less than pages misses the last items, or requests pages that do not exist.',
  causes: [
    'pages is not total / size rounded up: rounded down, one too many or by the default size',
    'pages is that of the last page read, or 0 beyond the last page',
  ],
  after: ['b.lists.envelope'],
  follows: ['b.lists.total'],
  faults: {
    floor: { bPages: (total, size) => Math.floor(total / size) },
    'one-too-many-when-size-divides': { bPages: (total, size) => Math.floor(total / size) + 1 },
    'by-the-default-size': { bPages: (total) => Math.ceil(total / 50) },
    'rounded-at-nodes': {
      bPages: (total, size, call) => (call.endpoint === 'nodes' ? Math.round(total / size) : Math.ceil(total / size)),
    },
    'zero-beyond-the-last': {
      bEnvelope: (page) => ({ ...page, pages: page.items.length === 0 ? 0 : page.pages }),
    },
    'as-far-as-next-page': {
      bPages: (total, size, call) => Math.min(Math.ceil(total / size), Number(call.page!) + 1),
    },
    'last-index-instead-of-count': { bPages: (total, size) => Math.max(0, Math.ceil(total / size) - 1) },
  },
  cases: listQueries,
  applies: (x) => readPage(x) !== undefined && asked(x)?.size !== undefined,
  judge(x) {
    const { total, size, pages } = readPage(x)!
    // If the response says another size than requested, which b.lists.echo judges, either is accepted.
    const wrong = wrongPageCount({ total, pages, sizes: [asked(x)!.size!, size] }, 'size')
    return wrong && { ...violation('', `pages ${pages}`, x), ...wrong, expected: `pages ${wrong.expected}` }
  },
})
