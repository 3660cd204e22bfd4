import { invariant, violation } from '../../../src/rule.ts'
import { asked, readPage } from '../page.ts'
import { listQueries } from '../queries.ts'

export default invariant({
  level: 'stated',
  title: 'total_pages is total divided by per_page, rounded up',
  clauses: ['2.envelope.total_pages'],
  tried: 'every page envelope, whichever rule asked for it; an empty list may have 0 or 1 pages',
  meaning: 'a client that pages until total_pages stops early and misses records, or asks for pages that are not there',
  causes: [
    'rounding down instead of up',
    'one page too many when per_page divides total',
    'the default per_page is used',
  ],
  after: ['a.users.envelope'],
  cases: listQueries,
  applies: (x) => asked(x) !== undefined && (readPage(x)?.perPage ?? 0n) > 0n,
  judge(x) {
    const { total, perPage, totalPages } = readPage(x)!
    const pages = (total + perPage - 1n) / perPage
    if (totalPages === pages || (total === 0n && totalPages === 1n)) return undefined
    const sum = `total ${total} / per_page ${perPage}`
    return violation(`pagination.total_pages ${pages}, which is ${sum} rounded up`, `${totalPages}`, x)
  },
})
