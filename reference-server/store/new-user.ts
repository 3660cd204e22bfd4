import type { User } from '../types.ts'

/** A user whose name follows from the id. */
export const newUser = (id: number, companyId: number, createdAt: number, updatedAt = createdAt): User => ({
  id,
  companyId,
  name: `Person ${id}`,
  email: `person.${id}@example.org`,
  createdAt,
  updatedAt,
})
