import type { DatabaseSync } from 'node:sqlite'
import type { Dataset, Item, ListName, Project, Row } from '../types.ts'
import { reachable, statements } from './statements.ts'

const COLUMNS: Record<ListName, string> = {
  projects: 'id, parent_id AS companyId, name, created_at AS createdAt',
  datasets: 'id, parent_id AS projectId, name, created_at AS createdAt, sql',
  nodes: 'id, name, created_at AS createdAt',
}

/** Projects, datasets and nodes. */
export function openItems(db: DatabaseSync) {
  const prepare = statements(db)
  const one = (list: ListName, id: number) => prepare(`SELECT ${COLUMNS[list]} FROM ${list} WHERE id = ?`).get(id)
  return {
    count: (list: ListName, parent: number) =>
      (prepare(`SELECT COUNT(*) AS n FROM ${list} WHERE parent_id = ?`).get(parent) as { n: number }).n,
    read: (list: ListName, parent: number, orderBy: string, offset: bigint, limit: number) => {
      if (!reachable(offset)) return []
      const page = `SELECT ${COLUMNS[list]} FROM ${list} WHERE parent_id = ? ORDER BY ${orderBy} LIMIT ? OFFSET ?`
      return prepare(page).all(parent, limit, offset) as unknown as Item[]
    },
    ids: (list: ListName) => (prepare(`SELECT id FROM ${list}`).all() as { id: number }[]).map(({ id }) => id),
    project: (id: number) => one('projects', id) as Project | undefined,
    dataset: (id: number) => one('datasets', id) as Dataset | undefined,
  }
}

/** Rows of saved queries, run live. */
export function openRows(db: DatabaseSync) {
  const prepare = statements(db, (statement) => statement.setReturnArrays(true))
  const append = db.prepare(`INSERT INTO readings (series, label, amount, noted_at)
    SELECT series, ?, ?, ? FROM datasets WHERE id = ?`)
  return {
    columns: (sql: string) =>
      prepare(sql)
        .columns()
        .map(({ name }) => name),
    read: (sql: string, offset: bigint, limit: number) =>
      reachable(offset) ? (prepare(sql).all(limit, offset) as unknown as Row[]) : [],
    append: (dataset: number, now: number) =>
      append.run('appended', now % 1000, new Date(now).toISOString(), dataset).changes === 1,
  }
}
