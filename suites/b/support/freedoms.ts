import type { Behaviour } from '../../../reference-server/behaviour.ts'
import { type EarlyAnswer, type Freedom, noise, pausesWith } from '../../shared/freedoms.ts'

/** Only the 401, the 403 and the lists' 422 have a documented body: any other error may have any. */
export const early = (status: number, ...headers: (readonly [name: string, value: string])[]): EarlyAnswer => ({
  status,
  headers: [['Content-Type', 'text/html'], ...headers],
  body: '<html><body>not now</body></html>',
})

/** One in this many responses does not come from the application. */
export const pauses = pausesWith(early)

/** The same page in another order each time: lists have none, but paging reads each item once. */
export const shuffledPages: Freedom = {
  bSlice: (read, { offset, limit }, call) => shuffled(read(offset, limit), call.n),
}

export function shuffled<T>(items: readonly T[], n: number): T[] {
  return items
    .map((item, i) => ({ item, at: noise(n * 101 + i, 1e6) }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item)
}

/** Lists that change while the suite runs: `visible` says how many items of a list a request sees. */
export const listsOf = (visible: (call: { readonly n: number }, total: number) => number): Freedom => ({
  bSlice: (read, { offset, limit, total }, call) => {
    const left = BigInt(visible(call, total)) - offset
    return left <= 0n ? [] : read(offset, left < BigInt(limit) ? Number(left) : limit)
  },
  bTotal: (total, _items, call) => visible(call, total),
})

/**
 * Rows of a query without ORDER BY, in another order on each request. No dataset is named as an ordered one, since the first
 * project has none.
 */
export const unorderedRows = (more: number): Freedom => ({
  seedDatasets: () => 0,
  bRowsSql: (sql) =>
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${more})
     SELECT * FROM (SELECT * FROM (${sql}) UNION ALL SELECT 1000000 + i, 'more ' || i % 7, i / 8.0, NULL FROM n)
     ORDER BY random() LIMIT ? OFFSET ?`,
})

/** Rows of a query that picks some of a hundred, others at each reading: no two readings need be as long. */
export const drawn =
  (ofHundred: number): Behaviour['bRowsSlice'] =>
  (read, { offset, limit }, { n }) => {
    const rows = read(0n, 100_000).filter((_, i) => noise(n * 101 + i, 100) < ofHundred)
    return rows.slice(Number(offset), Number(offset) + limit)
  }

/** Rejects rows parameters that are out of range in another way, which the reference leaves open. */
export const refusesRows = (other: EarlyAnswer): Freedom => ({
  response: (response, call) => (call.endpoint === 'rows' && response.status === 422 ? { ...other } : response),
})

/** Responds in another way to what does not exist. */
export const missing = (other: EarlyAnswer): Freedom => ({
  response: (response, call) => (response.status === 404 && call.endpoint !== 'unknown' ? { ...other } : response),
})

/** Columns by other names, in the same order. */
export const columnsNamed = (...names: readonly string[]): Freedom => ({
  bColumns: (columns) => columns.map((column, i) => names[i] ?? column),
  bRowObject: (columns, row) => Object.fromEntries(columns.map((column, i) => [names[i] ?? column, row[i] ?? null])),
})
