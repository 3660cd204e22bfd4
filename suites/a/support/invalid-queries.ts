import fc from 'fast-check'
import type { RequestCases } from '../../../src/core/rule.ts'
import { type Query, users } from '../api.ts'

/** Queries whose responses §4 leaves open, most telling first: out of range, no number, no timestamp, overlong numbers. */
export const invalidQueries: readonly Query[] = [
  { per_page: 0 },
  { updated_since: 'yesterday' },
  { page: 'abc' },
  { page: '99999999999999999999' },
  { page: '2147483648' },
  { per_page: 'abc' },
  { page: 0 },
  { per_page: -1 },
  { updated_since: '2024-02-30T25:00:00Z' },
  { per_page: 101 },
  { page: -1 },
  // Times 25 beyond 63 bits.
  { page: '4611686018427387904' },
  { per_page: '1.5' },
  { page: '' },
  { updated_since: '' },
  { per_page: '99999999999999999999' },
  { page: '1e3', per_page: '0x10' },
  { page: 'é漢😀' },
  { updated_since: '1718452800' },
  { page: 0, per_page: 0, updated_since: 'yesterday' },
]

const text = fc.oneof(
  fc.integer({ min: -1000, max: 0 }).map(String),
  fc.string({ unit: fc.constantFrom(...'abcxyzXYZ019 -+.,:T_é漢'), maxLength: 12 }),
  // Beyond what an integer of some type holds.
  fc
    .tuple(fc.integer({ min: 15, max: 70 }), fc.integer({ min: -1, max: 1 }))
    .map(([bits, more]) => String(2n ** BigInt(bits) + BigInt(more))),
)

/** Texts for one of the parameters. Some of them are valid by chance. */
export const anyInvalidQuery: fc.Arbitrary<Query> = fc.oneof(
  fc.constantFrom(...invalidQueries),
  fc.record({ page: text }),
  fc.record({ per_page: text }),
  fc.record({ updated_since: text }),
)

interface InvalidRequest {
  readonly query: Query
  /** Instead of the usual Accept. */
  readonly accept?: string
}

/** Accept headers of clients that accept more than JSON. */
const ACCEPTED = [
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  '*/*',
  'application/xml, */*;q=0.1',
  'text/plain, */*;q=0.1',
]
const requests = invalidQueries.map((query): InvalidRequest => ({ query }))
const forOtherClients = ACCEPTED.map((accept, i): InvalidRequest => ({ query: invalidQueries[i]!, accept }))

/** Sent once for all invariants that judge errors. */
export const invalidRequests: RequestCases<InvalidRequest> = {
  first: [...requests.slice(0, 2), ...forOtherClients, ...requests.slice(2)],
  any: anyInvalidQuery.map((query) => ({ query })),
  count: [2, 26, 150],
  request: ({ query, accept }, target) => ({
    ...users(target, query),
    ...(accept && { headers: [['Accept', accept]] }),
    open: true,
  }),
}
