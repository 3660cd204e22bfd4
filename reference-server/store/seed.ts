import type { DatabaseSync } from 'node:sqlite'
import type { Behaviour } from '../behaviour.ts'
import { SCOPES, USERS_MODULE } from '../choices.ts'
import { ALL_SCOPES, FIRST, PEOPLE, SECOND, THIRD } from './seed-companies.ts'
import { seedItems } from './seed-items.ts'
import { seedUsers } from './seed-users.ts'

/** Inserts the same data at each start. */
export function seed(db: DatabaseSync, behaviour: Behaviour): void {
  db.exec('BEGIN')
  const company = db.prepare('INSERT INTO companies VALUES (?, ?, ?)')
  company.run(FIRST, 'Aster Instruments', JSON.stringify([USERS_MODULE]))
  company.run(SECOND, 'Birch Surveys', '[]')
  company.run(THIRD, 'Cedar Institute', JSON.stringify([USERS_MODULE]))
  const person = db.prepare('INSERT INTO people VALUES (?, ?, ?)')
  person.run(PEOPLE.full, FIRST, JSON.stringify(ALL_SCOPES))
  person.run(PEOPLE.limited, FIRST, JSON.stringify([SCOPES.projects, SCOPES.datasets]))
  person.run(PEOPLE.ordinary, FIRST, JSON.stringify(ALL_SCOPES))
  person.run(PEOPLE.other, SECOND, JSON.stringify(ALL_SCOPES))
  seedUsers(db, behaviour.seedUsers())
  seedItems(db, behaviour)
  db.exec('COMMIT')
}
