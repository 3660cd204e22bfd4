import fc from 'fast-check'
import { trial } from '../../../src/core/rule.ts'
import { type Filtered, type FilteredQuery, judgeFiltered, readFiltered } from '../support/filtered-pages.ts'
import { type Moment, momentOf, withMoment } from '../support/updated-since.ts'

const DAY = 86_400

export default trial<Moment & FilteredQuery, Filtered>({
  level: 'stated',
  title: 'A filtered list has records of the unfiltered one, by ascending id, and its own total',
  clauses: ['2.user.update-time', '4.users.updated_since', '4.users.updated_since.filter', '4.users.order'],
  tried:
    'Pages filtered by times around the middle of the update times, and by one that few records pass: their lengths, totals and order, the same records at two sizes, and a search for the records in the whole list.',
  meaning: 'A client that syncs by updated_since misses updates, or gets records that it should not see.',
  causes: [
    'the filter is lost in the query or in the count, or past page 1',
    'records are filtered after the page was cut',
    'per_page or page is not passed on to the query with the filter',
    'the filter has its own order, loses the condition on the tenant, or brings deleted users back',
  ],
  after: ['a.users.page-length', 'a.users.id-ascending', 'a.users.partition', 'a.users.total'],
  follows: ['a.tenancy.isolated'],
  cases: {
    first: [
      { seconds_from_edge: -40 * DAY, page: 2, per_page: 25, look_up: 1 },
      { seconds_from_edge: 0, page: 99, per_page: 7 },
      { seconds_from_edge: -60 * DAY, page: 2, per_page: 100, look_up: 1 },
      { most: 0.08, page: 1, per_page: 100 },
      { seconds_from_edge: 0, page: 3, per_page: 1 },
      { updated_since: '1970-01-01T00:00:00Z', page: 3, per_page: 50 },
      { seconds_from_edge: 30 * DAY, page: 2, per_page: 10 },
    ],
    any: withMoment({ page: fc.integer({ min: 1, max: 99 }), per_page: fc.integer({ min: 1, max: 100 }) }),
    count: [1, 10, 120],
  },
  send: async (c, tools) => readFiltered(tools, await momentOf(c, tools), c),
  judge: (evidence, _, { sizes }) => judgeFiltered(evidence, sizes['/users']),
  faults: {
    'counts-the-whole-list': { aSinceCounted: () => undefined },
    'lost-past-page-one': { aSince: (since, call) => (call.page! > 1n ? undefined : since) },
    'lost-past-page-one-counted-too': {
      aSince: (since, call) => (call.page! > 1n ? undefined : since),
      aSinceCounted: (since, call) => (call.page! > 1n ? undefined : since),
    },
    'lost-at-the-largest-size': {
      aSince: (since, call) => (call.size === 100 ? undefined : since),
      aSinceCounted: (since, call) => (call.size === 100 ? undefined : since),
    },
    'filtered-after-the-page-was-cut': {
      aSince: () => undefined,
      aSlice: (read, { offset, limit }, call) =>
        read(offset, limit).filter(
          (user) => call.since === undefined || call.conforming.aUpdatedSince(user, call.since, call),
        ),
    },
    'by-update-time': { aOrderBy: (call) => (call.since === undefined ? 'id' : 'updated_at') },
    'few-latest-first': {
      aOrderBy: (call) =>
        call.since !== undefined && call.since > Date.UTC(2024, 11, 1) * 1000 ? 'updated_at DESC' : 'id',
    },
    'few-in-reverse': {
      aSlice: (read, { offset, limit }, call) => {
        const found = read(offset, limit)
        return call.since !== undefined && found.length * 12 < 250 ? found.toReversed() : found
      },
    },
    'another-tenant': { aCompanyRead: ({ companyId }, call) => (call.since === undefined ? companyId : 3 - companyId) },
    'per-page-lost': { aLimit: (perPage, call) => (call.since === undefined ? perPage : 25) },
    'epoch-refused': {
      aInstant: (text, call) => (text.startsWith('1970') ? undefined : call.conforming.aInstant(text, call)),
    },
  },
  quickMisses: {
    'few-latest-first': 'quick depth tries one time, near the middle of the update times',
    'few-in-reverse': 'quick depth tries one time, near the middle of the update times',
    'epoch-refused':
      'one time is tried, near the middle of the update times; a.users.since-past tries 1970 and turns red',
  },
  freedoms: {
    'ids-in-mixed-case-by-collation': {
      aUserId: (id) => [...String(id).padStart(6, '0')].map((digit) => 'aBcDeFgHiJ'[Number(digit)]).join(''),
    },
    'the-instant-itself-excluded': { aUpdatedSince: (user, since) => user.updatedAt > since },
    'no-field-but-the-id': { aUserJson: (_user, id) => ({ id }) },
    grows: { userEveryMs: () => 15 },
    'empty-list': { seedUsers: () => 0 },
    'one-record': { seedUsers: () => 1 },
  },
})
