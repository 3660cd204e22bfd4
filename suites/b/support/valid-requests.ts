import fc from 'fast-check'
import type { Cases } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { alternatePairs } from '../../shared/alternate-pairs.ts'
import type { ValidRequest as Valid } from '../../shared/refused-keys.ts'
import { type Query, reachable, type Way } from '../api.ts'

/** A valid query at one endpoint. */
export interface ValidRequest extends Way, Valid {}

const QUERIES: readonly Query[] = [{}, { size: 1 }, { page: 2, size: 10 }]

/** Every endpoint with every query, then `more`. */
export const validRequests = (
  count: Cases<unknown>['count'],
  more: (target: Target) => readonly ValidRequest[] = () => [],
): Cases<ValidRequest> => ({
  first: (target) => [...everyRequest(target), ...more(target)],
  any: anyRequest,
  count,
})

/** Every endpoint with every query; /company, which takes no parameters, once. */
export function everyRequest(target: Target): ValidRequest[] {
  const all = alternatePairs(reachable(target), QUERIES).map(([endpoint, query]) => ({ endpoint, query }))
  const company = all.findIndex(({ endpoint }) => endpoint === 'company')
  const one = { endpoint: 'company' as const, query: {} }
  return all.flatMap((request, i) => (request.endpoint !== 'company' ? [request] : i === company ? [one] : []))
}

function anyRequest(target: Target): fc.Arbitrary<ValidRequest> {
  const lists = reachable(target).filter((endpoint) => endpoint !== 'company')
  const page = fc.integer({ min: 1, max: 2 })
  const query = fc.record({ page, size: fc.integer({ min: 1, max: 10 }) }, { requiredKeys: [] })
  const company = fc.record({ endpoint: fc.constant('company' as const), query: fc.constant({}) })
  return lists.length === 0 ? company : fc.record({ endpoint: fc.constantFrom(...lists), query })
}
