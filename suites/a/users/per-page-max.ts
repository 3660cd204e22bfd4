import fc from 'fast-check'
import type { Exchange } from '../../../src/core/exchange.ts'
import { at, isArray } from '../../../src/core/json-values.ts'
import { invariant, type RequestCases, violation } from '../../../src/core/rule.ts'
import { PER_PAGE_MAX, USERS, users } from '../api.ts'
import { readPage } from '../support/page.ts'

/** Texts, since most of these are no exact numbers. */
const aboveMax: RequestCases<{ per_page: string }> = {
  first: [
    '1000',
    '101',
    '2147483647',
    '2147483648',
    '4294967297',
    '4294967396',
    '9007199254740993',
    '9223372036854775807',
    '9223372036854775808',
    '18446744073709551617',
    '100000000000000000000000000',
    'all',
  ].map((per_page) => ({ per_page })),
  any: fc.record({
    per_page: fc.oneof(fc.integer({ min: 101, max: 1000 }), fc.bigInt({ min: 101n, max: 2n ** 66n })).map(String),
  }),
  count: [1, 12, 60],
  request: (query, target) => ({ ...users(target, query), open: true }),
}

const ECHO = 'only the number echoed is bounded'
const OVERFLOW = 'the bound is checked after an overflow'

export default invariant({
  level: 'implied',
  severity: 'error',
  title: 'No response holds more than 100 records',
  clauses: ['4.users.per_page.max', '8.per_page-max'],
  derivation:
    'the maximum of per_page is 100, and per_page counts the records of a page; the response to a greater one is open, but no page can hold more',
  tried: 'per_page above 100, up to numbers beyond 64 bits, and every other response of a list of more than 100 users.',
  meaning: 'One request reads more than the reference allows, up to the whole list, at the cost of server and client.',
  causes: ['per_page is not bounded', ECHO, OVERFLOW],
  after: ['a.users.envelope'],
  cases: aboveMax,
  faults: {
    unbounded: { aPerPage: (perPage) => Number(perPage > 100000n ? 100000n : perPage) },
    'bound-of-101': { aPerPage: (perPage) => (perPage > 101n ? 101 : Number(perPage)) },
    'only-the-echo-bounded': {
      aLimit: (perPage, call) => (perPage === 100 ? Number(call.query('per_page')[0] ?? 25) : perPage),
    },
    'a-word-for-all': {
      aInteger: (text, name, call) => (text === 'all' ? 1_000_000n : call.conforming.aInteger(text, name, call)),
      aPerPage: (perPage, call) => (perPage === 1_000_000n ? 1_000_000 : call.conforming.aPerPage(perPage, call)),
    },
    'bound-only-below-1000': {
      aPerPage: (perPage) => (perPage >= 1000n ? 1000 : perPage > 100n ? 100 : Number(perPage)),
    },
  },
  quickMisses: {
    'a-word-for-all': 'no request at quick depth has per_page=all',
  },
  freedoms: {
    refused: {
      aPerPage: (perPage, call) =>
        perPage > 100n ? { parameter: 'per_page', problem: 'too many' } : call.conforming.aPerPage(perPage, call),
    },
    'default-instead': {
      aPerPage: (perPage, call) => (perPage > 100n ? 25 : call.conforming.aPerPage(perPage, call)),
    },
  },
  // A list of up to 100 users shows nothing either way.
  applies: (x) => x.req.endpoint === USERS && ((readPage(x)?.total ?? 0n) > PER_PAGE_MAX || held(x) > PER_PAGE_MAX),
  judge: (x) =>
    held(x) > PER_PAGE_MAX
      ? {
          ...violation(`at most ${PER_PAGE_MAX}, or an error: either conforms`, actualOf(x), x),
          causes: causesOf(x),
        }
      : undefined,
})

const echoed = ({ response }: Exchange): number => Number(at(response?.json, 'pagination.per_page'))
const sent = ({ req }: Exchange): number => Number(req.query?.find(([name]) => name === 'per_page')?.[1])

/** `138 records, with pagination.per_page 1000`: another number than was sent may be the maximum. */
const actualOf = (x: Exchange): string =>
  `${held(x)} records${echoed(x) > PER_PAGE_MAX && echoed(x) !== sent(x) ? `, with pagination.per_page ${echoed(x)}` : ''}`

/** By the number echoed; a number that fits into 32 bits does not overflow. */
const causesOf = (x: Exchange): string[] => [
  echoed(x) <= PER_PAGE_MAX ? ECHO : 'per_page is not bounded, or its maximum is above 100',
  ...(sent(x) < 2 ** 31 ? [] : [OVERFLOW]),
]

function held({ response }: Exchange): number {
  const data = at(response?.json, 'data')
  return isArray(data) ? data.length : 0
}
