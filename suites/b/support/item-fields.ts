import { at, isArray } from '../../../src/core/json-values.ts'
import type { Observation } from '../../../src/core/rule.ts'
import { fieldsOf } from '../../../src/judge/observed-response.ts'
import { call, type EndpointName } from '../api.ts'

/** Records the fields of the items on the first page of a list, with their types. */
export const itemFields =
  (endpoint: EndpointName): Observation['observe'] =>
  async ({ once, target }) => {
    const items = at((await once(call(target, endpoint))).response?.json, 'items')
    return isArray(items) ? fieldsOf(items) : 'no items'
  }
