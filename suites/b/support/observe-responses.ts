import type { Json } from '../../../src/core/json.ts'
import { at, isArray, isInteger } from '../../../src/core/json-values.ts'
import { queriesNamed, responsesToQueries } from '../../shared/observations.ts'
import type { Query } from '../../shared/variant-surface.ts'
import { call, type EndpointName } from '../api.ts'

/** Records the responses of an endpoint to queries such as `page=abc`; §4 and §7 leave them open. */
export const observeResponses = (endpoint: EndpointName, ...queries: readonly string[]) =>
  observeNamedResponses(endpoint, queriesNamed(queries))

/** The same for named queries. */
export const observeNamedResponses = (endpoint: EndpointName, queries: Readonly<Record<string, Query>>) =>
  responsesToQueries(
    {
      request: (target, query) => call(target, endpoint, query),
      members: ['items', 'page', 'size', 'has_more'],
      isWhole,
    },
    queries,
  )

/** Whether the page holds all there is: all items of a list, by its total, or all rows, where the first page is the last. */
export function isWhole(json: Json): boolean {
  const [items, total] = [at(json, 'items'), at(json, 'total')]
  if (isInteger(total)) return isArray(items) && BigInt(items.length) === BigInt(total)
  return at(json, 'has_more') === false && at(json, 'page') === 1
}
