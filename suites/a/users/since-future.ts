import fc from 'fast-check'
import type { Exchange } from '../../../src/core/exchange.ts'
import { trial, unclear, violation } from '../../../src/core/rule.ts'
import { users } from '../api.ts'
import { sizeAt } from '../support/queries.ts'
import { isFinding, pageOf } from '../support/read-page.ts'
import { anyTimestamp, refusalIsWarning } from '../support/updated-since.ts'

interface Case {
  readonly updated_since: string
  readonly per_page?: number
}

const YEAR_2100 = 4_102_444_800
const YEAR_9000 = 221_845_392_000

export default trial<Case, Exchange>({
  level: 'implied',
  severity: 'error',
  title: 'A future `updated_since` returns no users',
  clauses: ['4.users.updated_since.filter'],
  derivation: 'No record can have been updated since a time in the future.',
  tried:
    'The first page for timestamps years ahead, among them those where 32-bit seconds and 64-bit nanoseconds overflow. A refusal with 4xx is a warning.',
  meaning: 'The filter is not applied: a client that synchronises with it reads the whole list every time.',
  causes: [
    'updated_since is ignored',
    'a timestamp that overflows its integer wraps around into the past',
    'a future timestamp is refused, or treated as absent',
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
    count: [1, 10, 60],
  },
  send: (query, tools) => tools.get(users(tools.target, { ...query })),
  judge(x, { updated_since }, target) {
    if (sizeAt(target) === 0) return unclear('the whole list is empty too')
    const page = pageOf({ x })
    if (isFinding(page)) return refusalIsWarning(page, x)
    const { data, total } = page
    if (total === 0n && data.length === 0) return undefined
    return {
      ...violation(`no users updated since ${updated_since}`, `${data.length} users on the page, total ${total}`, x),
      headline: `updated_since=${updated_since}, years ahead, returned ${data.length} of ${total} users`,
    }
  },
  faults: {
    'filter-ignored': { aSince: () => undefined, aSinceCounted: () => undefined },
    'seconds-of-32-bits': {
      aInstant: (text, call) => {
        const us = call.lawful.aInstant(text, call)
        return us === undefined ? undefined : ((us / 1e6) | 0) * 1e6
      },
    },
    'nanoseconds-of-64-bits': {
      aInstant: (text, call) => {
        const us = call.lawful.aInstant(text, call)
        return us === undefined ? undefined : Number(BigInt.asIntN(64, BigInt(us) * 1000n) / 1000n)
      },
    },
    'time-to-come-refused': {
      aInstant: (text, call) => {
        const us = call.lawful.aInstant(text, call)
        return us !== undefined && us > call.now * 1000 ? undefined : us
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
  },
})
