import { explained, invariant, violation } from '../../../src/core/rule.ts'
import { pageCount } from '../../../src/judge/page-arithmetic.ts'
import { wrongPageCount } from '../../shared/pagination.ts'
import { asked, readPage } from '../support/page.ts'
import { listQueries } from '../support/queries.ts'

export default invariant({
  level: 'stated',
  title: 'total_pages is total divided by per_page, rounded up',
  clauses: ['2.envelope.total_pages'],
  tried: 'Every page envelope, whichever rule requested it. An empty list may have 0 or 1 pages.',
  meaning: 'A client that pages until total_pages stops early and misses records, or requests pages that do not exist.',
  causes: [
    'rounding down instead of up',
    'one page too many when per_page divides total',
    'the default per_page is used',
  ],
  after: ['a.users.envelope'],
  follows: ['a.users.echo'],
  cases: listQueries,
  faults: {
    'rounded-down': { aTotalPages: (total, perPage) => Math.floor(total / perPage) },
    'rounded-to-nearest': { aTotalPages: (total, perPage) => Math.round(total / perPage) },
    'one-too-many-where-it-divides': { aTotalPages: (total, perPage) => Math.floor(total / perPage) + 1 },
    'by-the-default-per-page': { aTotalPages: (total) => Math.ceil(total / 25) },
    'of-the-whole-list-where-filtered': {
      aTotalPages: (total, perPage, call) =>
        Math.ceil((call.since === undefined ? total : call.conforming.seedUsers()) / perPage),
    },
    'zero-on-the-last-page': {
      aTotalPages: (total, perPage, call) =>
        Number(call.page) * perPage >= total && call.page! > 1n ? 0 : Math.ceil(total / perPage),
    },
  },
  freedoms: {
    'empty-list-no-page': { seedUsers: () => 0 },
    'empty-list-one-page': {
      seedUsers: () => 0,
      aTotalPages: (total, perPage) => Math.max(1, Math.ceil(total / perPage)),
    },
  },
  applies: (x) => asked(x) !== undefined && (readPage(x)?.perPage ?? 0n) > 0n,
  judge(x) {
    const { total, perPage, totalPages } = readPage(x)!
    // If the response says another per_page than requested, which a.users.echo judges, either is accepted.
    const sizes = [perPage, asked(x)!.sent.perPage ?? perPage] as const
    const wrong = wrongPageCount({ total, pages: totalPages, sizes }, 'per_page')
    if (!wrong) return undefined
    const found = { ...violation('', `pagination.total_pages ${totalPages}`, x), ...wrong }
    const { perPage: wanted } = asked(x)!
    return pageCount(total, wanted) === totalPages
      ? explained(
          found,
          'A client that computes the number of pages from pagination.per_page gets another one than total_pages.',
          `pagination.per_page ${perPage} is wrong: total_pages fits per_page ${wanted}`,
        )
      : found
  },
})
