import type { Json } from '../../../src/core/json.ts'
import { at, isArray, isInteger } from '../../../src/core/json-values.ts'
import type { Tools } from '../../../src/core/rule.ts'
import { fieldsOf, seen } from '../../../src/judge/seen.ts'
import { call, type EndpointName, type Query } from '../api.ts'

const MEMBERS = ['items', 'page', 'size', 'has_more']

/** Asks an endpoint by each query, and records what came; §4 and §7 leave these answers open. */
export async function observeQueries(
  tools: Tools,
  endpoint: EndpointName,
  queries: Readonly<Record<string, Query>>,
): Promise<Json> {
  const answers = Object.entries(queries).map(async ([name, query]) => {
    const x = await tools.once({ ...call(tools.target, endpoint, query), open: true })
    return [name, seen(x, MEMBERS, isWhole)] as const
  })
  return Object.fromEntries(await Promise.all(answers))
}

/** The members of the items on the first page of a list, with their types. */
export async function observeFields(tools: Tools, endpoint: EndpointName): Promise<Json> {
  const items = at((await tools.once(call(tools.target, endpoint))).response?.json, 'items')
  return isArray(items) ? fieldsOf(items) : 'no items'
}

/** Whether all that there is stands on the page: of a list by its total, of rows where the first page is the last. */
export function isWhole(json: Json): boolean {
  const [items, total] = [at(json, 'items'), at(json, 'total')]
  if (isInteger(total)) return isArray(items) && BigInt(items.length) === BigInt(total)
  return at(json, 'has_more') === false && at(json, 'page') === 1
}
