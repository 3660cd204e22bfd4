import { at, isArray } from '../../src/core/json-values.ts'
import { inBearer } from '../../src/core/key-format.ts'
import type { Due, Probe, Probes } from '../../src/core/probe.ts'
import type { KeyCondition, Target } from '../../src/core/target.ts'
import { suppliedKey } from '../shared/credential-failures.ts'
import { users } from './api.ts'

const DUE: readonly (readonly [KeyCondition, Due])[] = [
  ['no-scope', 403],
  ['no-module', 403],
  ['other-tenant', 'accepted'],
  ['revoked', 401],
  ['expired', 401],
  ['disabled', 401],
]

/** Bearer last, for conditions that a server may check in one header only, as far as requests allow. */
const BY_BEARER: typeof DUE = [['active', 'accepted'], ...DUE.filter(([, due]) => due === 401)]

export function probesOf(target: Target): Probe[] {
  const probes = (some: typeof DUE, header?: typeof inBearer) =>
    some
      .filter(([condition]) => condition in target.keys)
      .map(([condition, due]) => ({ condition, due, req: users(target, {}, suppliedKey(target, condition, header)) }))
  return [...probes(DUE), ...probes(BY_BEARER, inBearer)]
}

export const shape: Probes['shape'] = {
  words: 'a page with data and pagination',
  fits: ({ response }) => isArray(at(response?.json, 'data')) && at(response?.json, 'pagination.total') !== undefined,
}
