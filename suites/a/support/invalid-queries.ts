import fc from 'fast-check'
import type { RequestCases } from '../../../src/core/rule.ts'
import { type Query, users } from '../api.ts'

/** Queries whose responses §4 leaves open, most telling first: out of range, no number, no timestamp, overlong numbers. */
export const invalidQueries: readonly Query[] = [
  { per_page: 0 },
  { updated_since: 'yesterday' },
  { page: 'abc' },
  { page: '99999999999999999999' },
  { per_page: 'abc' },
  { page: 0 },
  { per_page: -1 },
  { updated_since: '2024-02-30T25:00:00Z' },
  { per_page: 101 },
  { page: -1 },
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
  fc.bigInt({ min: 2n ** 31n, max: 2n ** 70n }).map(String),
)

/** Texts for one of the parameters. Some of them are valid by chance. */
export const anyInvalidQuery: fc.Arbitrary<Query> = fc.oneof(
  fc.constantFrom(...invalidQueries),
  fc.record({ page: text }),
  fc.record({ per_page: text }),
  fc.record({ updated_since: text }),
)

/** Sent once for all invariants that judge errors. */
export const invalidRequests: RequestCases<Query> = {
  first: invalidQueries,
  any: anyInvalidQuery,
  count: [2, 24, 150],
  request: (query, target) => ({ ...users(target, query), open: true }),
}
