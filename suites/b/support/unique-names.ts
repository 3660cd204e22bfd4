import { randomBytes } from 'node:crypto'

/** Other runs may test the same deployment concurrently: a name must not revoke their keys together with ours. */
const run = randomBytes(3).toString('hex')
let given = 0

/** The name of an administrator who issued nothing so far. */
export const newPerson = (): string => `conformance-${run}-${++given}`

/** A name that no other key has. */
export const newName = (): string => `conformance ${run}-${++given}`
