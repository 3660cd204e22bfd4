import type { DatabaseSync } from 'node:sqlite'
import type { Company, Person } from '../types.ts'

/** Companies are read once: nothing here changes them. */
export function openCompanies(db: DatabaseSync) {
  const rows = db.prepare('SELECT * FROM companies').all() as unknown as (Company & { modules: string })[]
  const all = new Map(rows.map(({ id, name, modules }) => [id, { id, name, modules: JSON.parse(modules) } as Company]))
  return { find: (id: number) => all.get(id)! }
}

export function openPeople(db: DatabaseSync) {
  const get = db.prepare('SELECT id, company_id AS companyId, scopes FROM people WHERE id = ?')
  const put = db.prepare('INSERT INTO people VALUES (?, ?, ?)')
  const drop = db.prepare('DELETE FROM people WHERE id = ?')
  return {
    find: (id: string): Person | undefined => {
      const row = get.get(id) as { id: string; companyId: number; scopes: string } | undefined
      return row && { ...row, scopes: JSON.parse(row.scopes) }
    },
    add: ({ id, companyId, scopes }: Person) => void put.run(id, companyId, JSON.stringify(scopes)),
    remove: (id: string) => drop.run(id).changes === 1,
  }
}
