import { count } from '../../../src/core/count.ts'
import { explained, invariant, violation } from '../../../src/core/rule.ts'
import { asked } from '../support/page.ts'
import { rowsQueries } from '../support/queries.ts'
import { readRows } from '../support/rows-page.ts'

export default invariant({
  level: 'implied',
  title: 'A page of rows with has_more true is full',
  clauses: ['2.rows.size', '2.rows.has_more'],
  derivation:
    'size is the number of rows of a page; if more rows follow a page that holds fewer, they are on no page, since page numbers count in steps of size.',
  tried: 'Every rows response, whichever rule requested it.',
  meaning: 'A client that takes a short page for the last one stops early.',
  causes: [
    'the page is cut or filtered after its rows were read',
    'has_more is true where no rows follow',
    'a limit of the database driver cuts large pages',
  ],
  needs: ['project', 'dataset'],
  after: ['b.rows.envelope'],
  follows: ['b.rows.size-range'],
  faults: {
    'cut-one-too-short': { bRowsKept: (rows, size) => rows.slice(0, size - 1) },
    'filtered-after-paging': {
      bRowsKept: (rows, size) => rows.slice(0, size).filter((row) => !row.includes('reading 50')),
    },
    'first-page-short': { bRowsKept: (rows, size, call) => rows.slice(0, call.page === 1n ? size - 1 : size) },
    'always-more': { bHasMore: () => true },
    'large-pages-cut': { bRowsKept: (rows, size) => rows.slice(0, Math.min(size, 900)) },
    'deep-pages-cut': { bRowsKept: (rows, size, call) => rows.slice(0, call.page! > 3n ? size - 1 : size) },
  },
  cases: rowsQueries,
  applies: (x) => asked(x)?.size !== undefined && readRows(x)?.hasMore === true,
  judge(x) {
    const { items, size } = readRows(x)!
    const wanted = asked(x)!.size!
    // If the echoed size is not the requested one, which other rules judge, the page is full by either.
    const length = BigInt(items.length)
    if (length === wanted || length === size) return undefined
    if (items.length > 0)
      return violation(
        `a full page of ${wanted}, or has_more false`,
        `${count(items.length, 'row')} with has_more true`,
        x,
      )
    return explained(
      violation(`has_more false, or a full page of ${wanted}`, 'no rows with has_more true', x),
      'A client that reads while has_more is true may never end.',
      'has_more is true on a page past the last row',
      'rows of the page were filtered out after they were read',
    )
  },
})
