import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { at, isArray, isInteger, isObject, type JsonObject } from '../../../src/core/json-values.ts'
import type { Tools } from '../../../src/core/rule.ts'
import { isHiddenRefusal } from '../../../src/judge/hidden-error.ts'
import { memoizeLast } from '../../../src/judge/memoize-last.ts'
import { call, ENDPOINTS, type Query } from '../api.ts'

/** §2 "Dataset rows page". */
export interface RowsPage {
  readonly columns: readonly string[]
  readonly items: readonly JsonObject[]
  readonly page: bigint
  readonly size: bigint
  readonly hasMore: boolean
}

export const isRowsAnswer = (x: Exchange): boolean =>
  x.req.endpoint === ENDPOINTS.rows && (x.req.method ?? 'GET') === 'GET' && isSuccess(x) && !isHiddenRefusal(x)

/** Reads a rows page that has the documented form; b.rows.envelope judges the others. */
export const readRows = memoizeLast((x): RowsPage | undefined => {
  if (!isRowsAnswer(x)) return undefined
  const json = x.response?.json
  const [columns, items, hasMore] = [at(json, 'columns'), at(json, 'items'), at(json, 'has_more')]
  const [page, size] = [at(json, 'page'), at(json, 'size')]
  if (!isArray(columns) || !columns.every((name) => typeof name === 'string')) return undefined
  if (!isArray(items) || !items.every(isObject) || typeof hasMore !== 'boolean') return undefined
  if (!isInteger(page) || !isInteger(size)) return undefined
  return { columns, items, hasMore, page: BigInt(page), size: BigInt(size) }
})

/** Requests rows; a complete query is sent once a run with `tools.once`. */
export type AskRows = (query: Query) => Promise<Exchange>

export function rowsBy(
  tools: Tools,
  way: 'once' | 'get' | 'sparingly' | 'promptly',
  dataset = tools.target.dataset,
): AskRows {
  return (query) => tools[way](call(tools.target, 'rows', query, { dataset }))
}
