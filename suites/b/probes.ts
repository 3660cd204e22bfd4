import { at, isArray } from '../../src/core/json-values.ts'
import type { Probe, Probes } from '../../src/core/probe.ts'
import type { KeyCondition, Target } from '../../src/core/target.ts'
import { suppliedKey } from '../shared/credential-failures.ts'
import { call, type EndpointName, reachable } from './api.ts'

/** The no-scope key last: it is sent to each endpoint for which it should lack the scope, as far as requests allow. */
export function probesOf(target: Target): Probe[] {
  const endpoints = reachable(target).filter((name) => target.noScopeEndpoints.includes(name))
  return [
    probe(target, 'revoked', 401),
    probe(target, 'expired', 401),
    probe(target, 'other-company', 'accepted'),
    ...endpoints.map((name) => probe(target, 'no-scope', 403, name)),
  ].filter((one) => one !== undefined)
}

function probe(
  target: Target,
  condition: KeyCondition,
  due: Probe['due'],
  name: EndpointName = 'projects',
): Probe | undefined {
  if (!target.keys[condition]) return undefined
  return { condition, due, req: call(target, name, {}, { credential: suppliedKey(target, condition) }) }
}

export const shape: Probes['shape'] = {
  words: 'a list page with items and total',
  fits: ({ response }) => isArray(at(response?.json, 'items')) && at(response?.json, 'total') !== undefined,
}
