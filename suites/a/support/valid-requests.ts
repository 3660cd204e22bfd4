import fc from 'fast-check'
import type { Cases } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import type { ValidRequest as Valid } from '../../shared/refused-keys.ts'
import { FORMS, type Way } from '../api.ts'
import { anyValidQuery } from './valid-queries.ts'

/** A valid query via one of the headers. */
export interface ValidRequest extends Way, Valid {}

export const validRequests = (count: Cases<unknown>['count']): Cases<ValidRequest> => ({
  first: [
    { by: 'X-Api-Key', query: {} },
    { by: 'Bearer', query: { updated_since: '2024-06-15T12:00:00Z' } },
    { by: 'Bearer', query: {} },
    { by: 'X-Api-Key', query: { updated_since: '2024-06-15T12:00:00Z' } },
    { by: 'X-Api-Key', query: { page: 2, per_page: 7 } },
    { by: 'Bearer', query: { page: 2, per_page: 7 } },
    { by: 'X-Api-Key', query: { per_page: 100 } },
  ],
  any: (target: Target) =>
    fc.record({ by: fc.constantFrom(...FORMS), query: anyValidQuery(target) }) as fc.Arbitrary<ValidRequest>,
  count,
})
