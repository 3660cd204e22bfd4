import fc from 'fast-check'
import { count } from '../../../src/core/count.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { headlined, trial, unclear, violation } from '../../../src/core/rule.ts'
import { sizeAt } from '../support/queries.ts'
import { isFinding, pageOf } from '../support/read-page.ts'
import { type Asked, anyTimestamp, askedOrRefused, isRefused, refusals } from '../support/updated-since.ts'

interface Case {
  readonly updated_since: string
  readonly per_page?: number
}

const YEAR_2100 = 4_102_444_800
const YEAR_9000 = 221_845_392_000

const DAY = 86_400_000

export default trial<Case, Asked>({
  level: 'implied',
  severity: 'error',
  title: 'A future `updated_since` returns no users',
  clauses: ['4.users.updated_since.filter'],
  derivation: 'No record can have been updated since a time in the future.',
  tried:
    'The first page for timestamps years ahead, among them those where 32-bit seconds and 64-bit nanoseconds overflow. A timestamp that is refused with 4xx is noted, and tomorrow is tried instead.',
  meaning: 'A client whose clock is ahead of the server reads users that have not changed, such as the whole list.',
  causes: [
    'updated_since is ignored',
    'a timestamp that overflows its integer wraps around into the past',
    'a time later than now is treated as absent, or some times are: midnight, or those that are far away',
  ],
  after: ['a.users.since-subset'],
  cases: {
    first: [
      '9999-12-31T23:59:59Z',
      '2999-01-01T00:00:00Z',
      '2150-01-01T00:00:00Z',
      '2262-05-01T00:00:00Z',
      '2060-02-29T12:00:00Z',
      '2600-12-31T23:59:59Z',
    ].map((updated_since) => ({ updated_since })),
    any: fc.record(
      {
        updated_since: anyTimestamp(YEAR_2100, YEAR_9000),
        per_page: fc.integer({ min: 1, max: 100 }),
      },
      { requiredKeys: ['updated_since'] },
    ),
    count: [1, 9, 60],
    // Whether any time later than now is treated so.
    further: () => [DAY / 24, DAY, 365 * DAY].map((ms) => ({ updated_since: new Date(Date.now() + ms).toISOString() })),
  },
  send: ({ updated_since, per_page }, tools) =>
    askedOrRefused(tools, { updated_since, per_page }, new Date(Date.now() + DAY).toISOString()),
  note: refusals,
  judge({ x }, _c, target) {
    if (sizeAt(target) === 0) return unclear('the whole list is empty too')
    const page = pageOf({ x })
    if (isRefused(x)) return unclear('every future updated_since was refused, which the reference leaves open')
    if (isFinding(page)) return page
    const { data, total } = page
    if (total === 0n && data.length === 0) return undefined
    return headlined(
      `${requestLine(x.req)} returned ${data.length} of ${count(Number(total), 'user')}, though that time is in the future`,
      violation('no users', `${count(data.length, 'user')} on the page, total ${total}`, x),
    )
  },
  faults: {
    'filter-ignored': { aSince: () => undefined, aSinceCounted: () => undefined },
    'seconds-of-32-bits': {
      aInstant: (text, call) => {
        const us = call.conforming.aInstant(text, call)
        return us === undefined ? undefined : ((us / 1e6) | 0) * 1e6
      },
    },
    'nanoseconds-of-64-bits': {
      aInstant: (text, call) => {
        const us = call.conforming.aInstant(text, call)
        return us === undefined ? undefined : Number(BigInt.asIntN(64, BigInt(us) * 1000n) / 1000n)
      },
    },
    'time-to-come-is-not-given': {
      aSince: (since, call) => (since! > call.now * 1000 ? undefined : since),
      aSinceCounted: (since, call) => (since! > call.now * 1000 ? undefined : since),
    },
  },
  freedoms: {
    'empty-list': { seedUsers: () => 0 },
    'one-page-of-nothing': { aTotalPages: (total, perPage) => Math.max(1, Math.ceil(total / perPage)) },
    grows: { userEveryMs: () => 15 },
    'beyond-2038-refused': {
      aInstant: (text, call) => (text >= '2038' ? undefined : call.conforming.aInstant(text, call)),
    },
    'year-9999-refused': {
      aInstant: (text, call) => (text >= '9000' ? undefined : call.conforming.aInstant(text, call)),
    },
    'future-refused': {
      aInstant: (text, call) => {
        const us = call.conforming.aInstant(text, call)
        return us !== undefined && us > call.now * 1000 ? undefined : us
      },
    },
  },
})
