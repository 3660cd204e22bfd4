import type { Behaviour } from '../behaviour.ts'
import { openCompanies, openPeople } from './companies.ts'
import { openItems, openRows } from './items.ts'
import { openKeys } from './keys.ts'
import { openDatabase } from './schema.ts'
import { seed } from './seed.ts'
import { FIRST } from './seed-companies.ts'
import { syntheticUsers } from './synthetic-users.ts'
import { storedUsers } from './users.ts'

/** The server's data, in memory or in a file. `users`: length of a synthetic list. */
export function openStore(behaviour: Behaviour, file?: string, users?: number) {
  const { db, fresh } = openDatabase(file)
  if (fresh) seed(db, behaviour)
  const stored = storedUsers(db)
  return {
    companies: openCompanies(db),
    people: openPeople(db),
    keys: openKeys(db),
    users: users === undefined ? stored : syntheticUsers(FIRST, users, stored),
    items: openItems(db),
    rows: openRows(db),
    close: () => db.close(),
  }
}

export type Store = ReturnType<typeof openStore>
