import type { DatabaseSync } from 'node:sqlite'
import type { User } from '../types.ts'
import { readCache } from './read-cache.ts'
import { reachable, statements } from './statements.ts'

export type Matches = (user: User) => boolean

/** A list of users: stored, or computed from the position. */
export interface UserList {
  count(company: number, matches?: Matches): number
  read(company: number, orderBy: string, offset: bigint, limit: number, matches?: Matches): User[]
  lastId(): number
  create(user: User): void
  /** False when the list cannot be changed. */
  touch(user: User, updatedAt: number): boolean
  find(company: number, wanted: Matches): User | undefined
}

const COLUMNS = 'id, company_id AS companyId, name, email, created_at AS createdAt, updated_at AS updatedAt'

export function storedUsers(db: DatabaseSync): UserList {
  const prepare = statements(db)
  const counts = readCache<number>()
  const pages = readCache<User[]>()
  const lists = readCache<User[]>()
  const changed = () => {
    counts.clear()
    pages.clear()
    lists.clear()
  }
  const ordered = (company: number, orderBy: string) =>
    lists.get(`${company} ${orderBy}`, () => {
      const text = `SELECT ${COLUMNS} FROM users WHERE company_id = ? ORDER BY ${orderBy}`
      return prepare(text).all(company) as unknown as User[]
    })

  // Filtered in JavaScript: the comparison is a decision, and the stored list is short.
  const filtered = (company: number, orderBy: string, matches: Matches) => ordered(company, orderBy).filter(matches)
  const countAll = (company: number) =>
    counts.get(String(company), () => {
      const { n } = prepare('SELECT COUNT(*) AS n FROM users WHERE company_id = ?').get(company) as { n: number }
      return n
    })
  const page = (company: number, orderBy: string, offset: bigint, limit: number) => {
    const text = `SELECT ${COLUMNS} FROM users WHERE company_id = ? ORDER BY ${orderBy} LIMIT ? OFFSET ?`
    return prepare(text).all(company, limit, offset) as unknown as User[]
  }
  return {
    count: (company, matches) => (matches ? filtered(company, 'id', matches).length : countAll(company)),
    read: (company, orderBy, offset, limit, matches) => {
      if (!reachable(offset)) return []
      if (matches) {
        const from = Math.max(0, Number(offset))
        return filtered(company, orderBy, matches).slice(from, from + limit)
      }
      return [...pages.get(`${company} ${orderBy} ${offset} ${limit}`, () => page(company, orderBy, offset, limit))]
    },
    lastId: () => (prepare('SELECT COALESCE(MAX(id), 0) AS id FROM users').get() as { id: number }).id,
    create: ({ id, companyId, name, email, createdAt, updatedAt }) => {
      prepare('INSERT INTO users VALUES (?, ?, ?, ?, ?, ?)').run(id, companyId, name, email, createdAt, updatedAt)
      changed()
    },
    touch: (user, updatedAt) => {
      changed()
      return prepare('UPDATE users SET updated_at = ? WHERE id = ?').run(updatedAt, user.id).changes === 1
    },
    find: (company, wanted) => ordered(company, 'id DESC').find(wanted),
  }
}
