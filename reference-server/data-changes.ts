import type { Site } from './site.ts'
import { newUser } from './store/new-user.ts'
import type { User } from './types.ts'

/** Adds a user at the end of a company's list. */
export function createUser(site: Site, companyId: number): User {
  const { behaviour: b, store } = site
  const admin = site.admin('a')
  const id = b.aNextUserId(store.users.lastId(), admin)
  const user = newUser(id, companyId, b.aCreatedAt(admin.now * 1000, admin))
  store.users.create(user)
  return user
}

/** Adds a row to what a dataset's query reads. */
export const appendRow = (site: Site, dataset: number): boolean => site.store.rows.append(dataset, site.now())
