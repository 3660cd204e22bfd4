import fc from 'fast-check'
import type { Cases } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { TURKISH } from '../../shared/clients/variations.ts'
import type { ValidRequest as Valid } from '../../shared/refused-keys.ts'
import { elsewhere } from '../../shared/variant-surface.ts'
import { FORMS, surface, type Way } from '../api.ts'
import { anyValidQuery } from './valid-queries.ts'

/** A valid query via one of the headers. */
export interface ValidRequest extends Way, Valid {}

/** Apps, tools and probes, for which servers make exceptions. */
const AGENTS = [
  'okhttp/4.12.0',
  'Tenant/42 CFNetwork/1568.100.1 Darwin/24.0.0',
  'Dart/3.5 (dart:io)',
  'PostmanRuntime/7.43.0',
  'kube-probe/1.31',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'axios/1.7.9',
  'ELB-HealthChecker/2.0',
  'Zapier',
  'internal-service/1.0',
]

/** The same requests, all but the first from different clients, in a language that has its own lower case. */
export function fromClients({ first, any, count }: Cases<ValidRequest>): Cases<ValidRequest> {
  const agent = fc.constantFrom(...AGENTS)
  return {
    first: (first as readonly ValidRequest[]).map((c, i) =>
      i === 0 ? c : { ...c, agent: AGENTS[i - 1]!, language: TURKISH },
    ),
    any: (target: Target) =>
      fc
        .tuple(
          (any as (target: Target) => fc.Arbitrary<ValidRequest>)(target),
          fc.record({ agent, language: fc.constant(TURKISH) }, { requiredKeys: [] }),
        )
        .map(
          ([c, client]) => ({ ...c, ...client }),
          (value) => {
            const { agent, language, ...c } = value as ValidRequest
            return [c, { ...(agent && { agent }), ...(language && { language }) }] as never
          },
        ) as fc.Arbitrary<ValidRequest>,
    count,
    harmless: ['agent', 'language'],
    further: (c, target) => [
      ...elsewhere(surface)(c, target),
      ...(c.agent === undefined ? [] : AGENTS.map((other) => ({ ...c, agent: other }))),
    ],
  }
}

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
