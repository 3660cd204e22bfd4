import { count } from '../../../src/core/count.ts'
import { isSuccess } from '../../../src/core/exchange.ts'
import { explained, headlined, moved, trial, violation } from '../../../src/core/rule.ts'
import { call, type Query } from '../api.ts'
import { type Comparison, compare, type Rounds, settle } from '../support/compare-responses.ts'
import { onRows, refusedOf } from '../support/judge-pages.ts'
import { inWords } from '../support/page.ts'
import { readRows } from '../support/rows-page.ts'

const NO_COLUMNS =
  'columns are taken from the first row, which an empty result does not have; then a page past the end lacks them, too'
const HAS_MORE = 'has_more is not computed from the rows that follow'
const A_ROW = 'a join or an aggregate returns one row of nulls'

const comparison: Comparison = {
  differ: (x, y) => {
    const found = differ(x, y)
    return found?.kind === 'violation' && !isSuccess(y) ? refusedOf('an empty dataset', x, y) : found
  },
  alike: (one, other) => readRows(one)?.items.length === readRows(other)?.items.length,
}

const differ = onRows((plain, { columns, items, hasMore }, x, y) => {
  if (plain.items.length > 0) return moved('the dataset is no longer empty')
  if (items.length > 0 || hasMore) {
    const seen = `${count(items.length, 'item')} and has_more ${hasMore}`
    return headlined(
      `A dataset without rows has ${seen}: ${inWords(y)}`,
      explained(
        violation('no items and has_more false', seen, x, y),
        hasMore ? 'A client pages through nothing without end.' : 'A client reads a row that does not exist.',
        ...(hasMore ? [HAS_MORE] : []),
        ...(items.length > 0 ? [A_ROW] : []),
      ),
    )
  }
  if (columns.length > 0) return undefined
  // A result without rows may be known without its columns.
  return {
    ...violation('the names of the columns of the empty dataset', 'no columns', y),
    causes: [NO_COLUMNS],
    warning: true,
  }
})

export default trial<Query, Rounds>({
  level: 'implied',
  title: 'An empty dataset has its columns, no items and has_more false',
  clauses: ['2.rows.columns', '2.rows.items', '2.rows.has_more'],
  derivation: 'The rows page is described for every dataset, and a result without rows still has column names.',
  tried: 'Several sizes of a dataset without rows, which preflight finds.',
  meaning: 'A client cannot set up its table before the first row comes.',
  causes: [NO_COLUMNS, HAS_MORE, A_ROW],
  needs: ['key', 'project', 'empty-dataset'],
  since: 3,
  after: ['b.rows.envelope'],
  follows: ['b.rows.keyed-by-column'],
  faults: {
    'columns-of-the-first-row': {
      bRowsEnvelope: (page) => (page.items.length === 0 ? { ...page, columns: [] } : page),
    },
    'has-more-when-empty': { bHasMore: (fetched, size) => fetched === 0 || fetched > size },
    'has-more-when-empty-at-size-1': { bHasMore: (fetched, size) => (size === 1 && fetched === 0) || fetched > size },
    'a-row-of-nulls': {
      bRowsEnvelope: (page) =>
        page.items.length === 0 && page.size === 1 ? { ...page, items: [nulls(page.columns)] } : page,
    },
  },
  quickMisses: {
    'columns-of-the-first-row': 'quick depth looks for no empty dataset',
    'has-more-when-empty': 'quick depth looks for no empty dataset',
    'has-more-when-empty-at-size-1': 'quick depth looks for no empty dataset',
    'a-row-of-nulls': 'quick depth looks for no empty dataset',
  },
  freedoms: {
    'no-empty-dataset': { seedDatasets: () => 2 },
  },
  cases: { first: [{}, { page: 1, size: 1 }, { page: 1, size: 1000 }], count: [1, 3, 3] },
  send(query, tools) {
    const dataset = tools.target.related!.emptyDataset
    return compare(
      tools,
      call(tools.target, 'rows', {}, { dataset }),
      call(tools.target, 'rows', query, { dataset }),
      comparison,
    )
  },
  judge: (rounds) => settle(rounds, comparison),
})

/** For a fault. */
const nulls = (columns: unknown) => Object.fromEntries((columns as string[]).map((name) => [name, null]))
