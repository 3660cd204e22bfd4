import { explained, invariant, violation } from '../../../src/core/rule.ts'
import { PER_PAGE_DEFAULT } from '../api.ts'
import { asked, lengthOf, readPage } from '../support/page.ts'
import { listQueries } from '../support/queries.ts'

export default invariant({
  level: 'stated',
  title: 'pagination.page and pagination.per_page are those of the request',
  clauses: ['1.intro.paging', '2.envelope.page', '2.envelope.per_page', '4.users.page', '4.users.per_page'],
  tried: 'Every page within the list, whichever rule requested it. A page past the end may get any response.',
  meaning:
    'A client does not know which page it holds: if it continues from pagination.page, it repeats or skips pages.',
  causes: [
    'the default is echoed instead of the requested value',
    'a zero-based page number is echoed',
    'per_page echoes how many records the page happens to hold',
  ],
  after: ['a.users.envelope'],
  cases: listQueries,
  faults: {
    'zero-based-page': { aEchoPage: (page) => page - 1n },
    'first-page-always': { aEchoPage: () => 1n },
    'default-per-page': { aEchoPerPage: () => 25 },
    'per-page-of-last-page': {
      aEchoPerPage: (perPage, call) => {
        const { count, page } = { count: call.conforming.seedUsers(), page: Number(call.page ?? 1n) }
        return page * perPage > count && page > 1 ? count - (page - 1) * perPage : perPage
      },
    },
    'page-past-seven-wrong': { aEchoPage: (page) => (page > 7n ? page + 1n : page) },
  },
  freedoms: {
    'last-page-past-the-end': { aPastEnd: (page, last) => (page > BigInt(last) ? BigInt(Math.max(1, last)) : page) },
    'page-zero-of-an-empty-list': { seedUsers: () => 0, aPastEnd: (page, last) => (last === 0 ? 0n : page) },
  },
  applies(x) {
    const [page, wanted] = [readPage(x), asked(x)]
    return page !== undefined && wanted !== undefined && page.total > 0n && within(page.total, wanted)
  },
  judge(x) {
    const { data, page, perPage, total } = readPage(x)!
    const { page: wanted, sent } = asked(x)!
    // What was left out is the matter of a.users.defaults.
    if (sent.page !== undefined && page !== sent.page)
      return explained(
        violation(`pagination.page ${sent.page}`, `pagination.page ${page}`, x),
        'A client that continues from pagination.page repeats or skips pages.',
        'pagination.page is counted from 0, or is not the requested value',
      )
    if (sent.perPage === undefined || perPage === sent.perPage) return undefined
    const isCount = BigInt(data.length) === perPage
    if (isCount && perPage !== lengthOf(total, wanted, sent.perPage))
      return explained(
        violation(`pagination.per_page ${sent.perPage}`, `pagination.per_page ${perPage}, and ${perPage} records`, x),
        'A client that computes positions from the size it requested skips or repeats records.',
        perPage > sent.perPage
          ? 'only some sizes are allowed, or a small size is raised: the page itself has that size'
          : 'the page itself is cut to that size: a smaller maximum, a quota, or a fallback',
      )
    return explained(
      violation(`pagination.per_page ${sent.perPage}`, `pagination.per_page ${perPage}`, x),
      'A client that computes positions from pagination.per_page skips or repeats records.',
      isCount
        ? 'pagination.per_page counts the records of the page'
        : perPage === BigInt(PER_PAGE_DEFAULT)
          ? 'pagination.per_page is the default, not the requested value'
          : 'pagination.per_page is not set from the requested value',
    )
  },
})

const within = (total: bigint, { page, perPage }: { page: bigint; perPage: bigint }): boolean =>
  lengthOf(total, page, perPage) !== undefined
