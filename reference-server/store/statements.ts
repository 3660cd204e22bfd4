import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** Prepares each text once: decisions may return custom SQL. */
export function statements(db: DatabaseSync, setUp?: (statement: StatementSync) => void) {
  const prepared = new Map<string, StatementSync>()
  return (sql: string): StatementSync => {
    const known = prepared.get(sql)
    if (known) return known
    const statement = db.prepare(sql)
    setUp?.(statement)
    prepared.set(sql, statement)
    return statement
  }
}

const MAX_INT64 = 2n ** 63n - 1n

/** Whether SQLite can count that far; beyond, there is nothing anyway. */
export const reachable = (offset: bigint) => offset <= MAX_INT64
