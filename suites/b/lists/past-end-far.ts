import fc from 'fast-check'
import { trial } from '../../../src/core/rule.ts'
import { alternatePairs } from '../../shared/alternate-pairs.ts'
import { call, type ListName, reachableLists } from '../api.ts'
import { compare, type Rounds, settle } from '../support/compare-responses.ts'
import { pastEnd } from '../support/past-end.ts'
import { anyList } from '../support/queries.ts'

interface Case {
  readonly list: ListName
  /** In decimal digits: beyond 2^53 a JSON number is not exact everywhere. */
  readonly page: string
  readonly size: number
}

const MOST = 2n ** 63n - 1n

/** 2^58 pages of 64 items are 2^64: the offset after them is 0 again where it is kept in 64 bits. */
const FAR: readonly Omit<Case, 'list'>[] = [
  { page: `${2n ** 58n + 1n}`, size: 64 },
  { page: `${MOST}`, size: 50 },
  { page: `${2n ** 57n + 1n}`, size: 64 },
  { page: `${2n ** 53n + 1n}`, size: 1 },
  { page: `${2n ** 32n + 1n}`, size: 100 },
  { page: `${2n ** 62n}`, size: 100 },
]

export default trial<Case, Rounds>({
  level: 'implied',
  title: 'A page beyond the last has empty items and the true total even if its offset exceeds 64 bits',
  clauses: ['4.2', '4.list.page.range'],
  derivation:
    'page may be any integer from 1, and every page beyond the last gets the same response, however far it is.',
  tried: 'Pages from 2^32 up to 2^63-1, among them those whose offset is 0 again in 64 bits.',
  meaning: 'A page number that a client computed wrongly ends in a server error, or in items of another page.',
  causes: [
    'the offset overflows 64 bits, or page is parsed as a float or in 32 bits',
    'the parser or the database rejects the number',
  ],
  after: ['b.lists.past-end'],
  faults: {
    'wraps-at-64-bits': { bOffset: (page, size) => BigInt.asUintN(64, (page - 1n) * BigInt(size)) },
    'fails-beyond-64-bits': {
      bOffset: (page, size) => {
        const offset = (page - 1n) * BigInt(size)
        if (offset >= 2n ** 63n) throw new Error('bigint out of range')
        return offset
      },
    },
    'negative-is-the-start': {
      bOffset: (page, size) => {
        const offset = BigInt.asIntN(64, (page - 1n) * BigInt(size))
        return offset < 0n ? 0n : offset
      },
    },
    'refused-beyond-32-bits-at-nodes': {
      bPage: (page, call) =>
        call.endpoint === 'nodes' && page >= 2n ** 32n
          ? { parameter: 'page', problem: 'too large' }
          : call.conforming.bPage(page, call),
    },
    'low-32-bits-of-page': { bPage: (page, call) => call.conforming.bPage(BigInt.asUintN(32, page) || page, call) },
  },
  cases: {
    first: (target) => alternatePairs(FAR, reachableLists(target).reverse()).map(([far, list]) => ({ list, ...far })),
    any: (target) =>
      fc.record({
        list: anyList(target),
        page: fc.bigInt({ min: 2n ** 32n, max: MOST }).map(String),
        size: fc.integer({ min: 1, max: 100 }),
      }),
    count: [1, 16, 100],
  },
  send: ({ list, page, size }, tools) => {
    // Open: nothing is promised about the other fields of such a page.
    const far = { ...call(tools.target, list, { page, size }), open: true }
    return compare(tools, call(tools.target, list), far, pastEnd)
  },
  judge: (rounds) => settle(rounds, pastEnd),
})
