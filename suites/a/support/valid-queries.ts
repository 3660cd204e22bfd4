import fc from 'fast-check'
import type { Target } from '../../../src/core/target.ts'
import { anyListQuery, type ListQuery } from './queries.ts'

export interface ValidQuery extends ListQuery {
  readonly updated_since?: string
}

const INSTANTS = ['2024-06-15T12:00:00Z', '1970-01-01T00:00:00Z', '2024-12-31T23:59:59.999Z', '2001-09-09T01:46:40Z']

/** Any query that §4 allows: a page within the list, or the first one of what was updated since a time. */
export const anyValidQuery = (target: Target): fc.Arbitrary<ValidQuery> =>
  fc.oneof(
    { weight: 3, arbitrary: anyListQuery(target) },
    // Any of them can be left out, so that a counterexample holds what it needs only.
    fc.record(
      {
        page: fc.constant(1),
        per_page: fc.integer({ min: 1, max: 100 }),
        updated_since: fc.constantFrom(...INSTANTS),
      },
      { requiredKeys: [] },
    ),
  )
