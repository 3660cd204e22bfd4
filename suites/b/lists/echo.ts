import { invariant } from '../../../src/core/rule.ts'
import { asked, readPage } from '../support/page.ts'
import { listQueries } from '../support/queries.ts'
import { wrongEcho } from '../support/wrong-echo.ts'

export default invariant({
  level: 'stated',
  title: 'page and size of a list response echo the requested ones',
  clauses: [
    '1.intro.paging',
    '2.list.page',
    '2.list.size',
    '4.projects.parameters',
    '4.datasets.parameters',
    '4.nodes.parameters',
    '4.list.page',
    '4.list.page.range',
    '4.list.size',
  ],
  tried:
    'Every list response to a request with page or size in range, also beyond the last page, whichever rule requested it.',
  meaning: 'A client that pages on from page or size of the response skips or repeats items.',
  causes: [
    'the field is a constant or a default, while the page is the requested one',
    'page or size is not taken from the request: clamped, counted from 0 or the number of items',
    'the parameter has another name in the code of this list, and its default is used',
  ],
  after: ['b.lists.envelope'],
  faults: {
    'page-from-zero': { bEchoPage: (page) => Number(page) - 1 },
    'page-clamped-to-last': {
      bEnvelope: (page) => ({ ...page, page: Math.min(Number(page.page), Math.max(1, Number(page.pages))) }),
    },
    'size-is-number-of-items': { bEnvelope: (page) => ({ ...page, size: page.items.length }) },
    'size-default-at-nodes': { bEchoSize: (size, call) => (call.endpoint === 'nodes' ? 50 : size) },
    'page-always-1-at-datasets': { bEchoPage: (page, call) => (call.endpoint === 'datasets' ? 1 : page) },
    'size-100-told-as-99': { bEchoSize: (size) => Math.min(size, 99) },
    'page-as-offset': { bEnvelope: (page, call) => ({ ...page, page: Number(call.page! - 1n) * call.size! }) },
  },
  cases: listQueries,
  applies: (x) => readPage(x) !== undefined && asked(x) !== undefined,
  judge: (x) => wrongEcho(x, readPage(x)!, 'items'),
})
