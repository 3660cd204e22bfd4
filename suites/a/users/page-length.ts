import { invariant, violation } from '../../../src/rule.ts'
import { asked, lengthOf, readPage } from '../page.ts'
import { listQueries } from '../queries.ts'

export default invariant({
  level: 'stated',
  title: 'a page holds per_page records, the last page the rest',
  clauses: ['2.envelope.data', '2.envelope.per_page', '4.users.page.one-based'],
  tried:
    'every page within the whole list, whichever rule asked for it: its records are counted and compared with pagination.total',
  meaning:
    'a client that stops at the first page that is not full, or trusts total, misses records or reads some twice',
  causes: [
    'an offset or a limit that is off by one, or a limit taken for an end',
    'records are removed after the page was cut (a filter, a permission, a failed join)',
    'the last page is filled up with records of the one before it',
  ],
  after: ['a.users.envelope'],
  cases: listQueries,
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
    'empty-list-one-page': { seedUsers: () => 0, aTotalPages: () => 1 },
    'one-record': { seedUsers: () => 1 },
    'last-page-past-the-end': { aPastEnd: (page, last) => (page > BigInt(last) ? BigInt(Math.max(1, last)) : page) },
  },
  // A list since a time is the matter of a.users.since-subset.
  applies: (x) => readPage(x) !== undefined && asked(x)?.since === undefined && expected(x) !== undefined,
  judge(x) {
    const { data, total } = readPage(x)!
    const wanted = expected(x)!
    if (BigInt(data.length) === wanted) return undefined
    const { page, perPage } = askedOf(x)
    return violation(`${wanted} records on page ${page} of ${perPage}, total being ${total}`, `${data.length}`, x)
  },
})

type Exchange = Parameters<typeof asked>[0]

/** What was left out is taken from the answer: a.users.defaults says what it should be. */
function askedOf(x: Exchange): { page: bigint; perPage: bigint } {
  const { page, perPage } = readPage(x)!
  return { page, perPage, ...asked(x)!.sent }
}

function expected(x: Exchange): bigint | undefined {
  if (!asked(x)) return undefined
  const { page, perPage } = askedOf(x)
  return page < 1n || perPage < 1n ? undefined : lengthOf(readPage(x)!.total, page, perPage)
}
