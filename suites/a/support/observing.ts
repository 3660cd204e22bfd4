import type { Json } from '../../../src/core/json.ts'
import { at, isArray, isInteger } from '../../../src/core/json-values.ts'
import type { Tools } from '../../../src/core/rule.ts'
import { seen } from '../../../src/judge/seen.ts'
import { type Query, users } from '../api.ts'

const MEMBERS = ['data', 'pagination.page', 'pagination.per_page']

/** Asks for the list by each query, and records what came; §4 leaves these answers open. */
export async function observeQueries(tools: Tools, queries: Readonly<Record<string, Query>>): Promise<Json> {
  const answers = Object.entries(queries).map(async ([name, query]) => {
    const x = await tools.once({ ...users(tools.target, query), open: true })
    return [name, seen(x, MEMBERS, isWhole)] as const
  })
  return Object.fromEntries(await Promise.all(answers))
}

/** Whether all users stand on the page. */
export function isWhole(json: Json): boolean {
  const [data, total] = [at(json, 'data'), at(json, 'pagination.total')]
  return isArray(data) && isInteger(total) && BigInt(data.length) === BigInt(total)
}
