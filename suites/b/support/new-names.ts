import { randomBytes } from 'node:crypto'

/** Other runs may go on at the same deployment: keys that theirs issued must not be revoked together with ours. */
const run = randomBytes(3).toString('hex')
let given = 0

/** The name of an administrator who issued nothing so far. */
export const newPerson = (): string => `conformance-${run}-${++given}`

/** A name that no other key has. */
export const newName = (): string => `conformance ${run}-${++given}`
