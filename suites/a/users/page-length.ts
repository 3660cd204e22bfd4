import { trial } from '../../../src/core/rule.ts'
import { anyListQuery, isWithin, type ListQuery, pagesAt } from '../support/queries.ts'
import { judgeMost, type Reading, readTwiceMore, wrongLength } from '../support/read-page.ts'

export default trial<ListQuery, readonly Reading[]>({
  level: 'stated',
  title: 'A page holds per_page records, the last page the rest',
  clauses: ['2.envelope.data', '2.envelope.per_page', '4.users.page.one-based'],
  tried:
    'The records of any page within the list are counted and compared with pagination.total of the same response. A contradiction counts when two of three responses have it, since records may be added.',
  meaning:
    'A client that stops at the first page that is not full, or trusts total, misses records or reads some twice.',
  causes: [
    'an offset or a limit that is off by one, or a limit taken for an end',
    'records are removed after the page was cut (a filter, a permission, a failed join)',
    'the last page is filled up with records of the one before it',
    'pages are counted from 0, so that page 1 is the second one',
  ],
  after: ['a.users.envelope'],
  follows: ['a.users.total', 'a.users.per-page-range', 'a.users.partition', 'a.tenancy.isolated'],
  cases: {
    first: (target) =>
      [
        { page: pagesAt(target, 7), per_page: 7 },
        { page: 2, per_page: 25 },
        { page: pagesAt(target, 100), per_page: 100 },
        { page: 1, per_page: 100 },
        { page: pagesAt(target, 25), per_page: 25 },
        { page: pagesAt(target, 100) - 1, per_page: 100 },
        { page: pagesAt(target, 1), per_page: 1 },
        { page: 1, per_page: 1 },
        { page: pagesAt(target, 9) - 1, per_page: 9 },
        { page: 3, per_page: 10 },
      ].filter((query) => isWithin(query, target)),
    any: anyListQuery,
    count: [2, 18, 300],
  },
  faults: {
    'one-too-few': { aLimit: (perPage) => Math.max(1, perPage - 1) },
    'one-too-many': { aLimit: (perPage) => perPage + 1 },
    'limit-taken-for-end': {
      aSlice: (read, { offset, limit }) => read(offset, Math.max(0, limit - Number(offset))),
    },
    'last-page-filled-up': {
      aSlice: (read, { offset, limit, total }) =>
        read(offset > total - limit && total > limit ? BigInt(total - limit) : offset, limit),
    },
    'last-page-lost': {
      aSlice: (read, { offset, limit, total }) => (Number(offset) + limit > total ? [] : read(offset, limit)),
    },
    'record-lost-deep': { aSlice: (read, { offset, limit }) => read(offset, limit).slice(offset > 120n ? 1 : 0) },
  },
  freedoms: {
    'empty-list-no-page': { seedUsers: () => 0 },
    'empty-list-one-page': {
      seedUsers: () => 0,
      aTotalPages: (total, perPage) => Math.max(1, Math.ceil(total / perPage)),
    },
    'one-record': { seedUsers: () => 1 },
    'last-page-past-the-end': { aPastEnd: (page, last) => (page > BigInt(last) ? BigInt(Math.max(1, last)) : page) },
  },
  send: (query, tools) => readTwiceMore(tools, { ...query }, wrongLength),
  judge: (readings) => judgeMost(readings, wrongLength),
})
