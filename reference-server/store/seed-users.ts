import type { DatabaseSync } from 'node:sqlite'
import { newUser } from './new-user.ts'
import { FIRST, SECOND, THIRD } from './seed-companies.ts'

const YEAR_START_US = Date.UTC(2024, 0, 1) * 1000
const YEAR_US = 366 * 86_400e6

/**
 * Alternates users of three companies, so that ids have gaps and from one to four digits. Update times are spread over 2024 in
 * another order than the ids: every tenth pair shares an instant, and half have fractional seconds.
 */
export function seedUsers(db: DatabaseSync, count: number): void {
  const insert = db.prepare('INSERT INTO users VALUES (?, ?, ?, ?, ?, ?)')
  let id = 4
  for (let i = 0; i < count; i++) {
    const gap = (i * 7) % 9
    id += 1 + gap
    if (gap > 2 && i % 4 === 1) write(THIRD, id - 1, i, count)
    write(FIRST, id, i, count)
    if (i % 20 === 0) write(SECOND, ++id, i, count)
  }
  function write(company: number, at: number, i: number, of: number) {
    const { name, email } = newUser(at, company, 0)
    insert.run(at, company, name, email, YEAR_START_US - (of - i) * 3600e6, updatedAt(i, of))
  }
}

function updatedAt(i: number, of: number): number {
  const slot = (i % 10 === 1 ? i - 1 : i) * 89
  const second = Math.floor((((slot % of) + 0.5) / of) * (YEAR_US / 1e6))
  const fraction = slot % 2 === 0 ? 0 : (slot * 7919) % 1e6
  return YEAR_START_US + second * 1e6 + fraction
}
