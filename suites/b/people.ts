import { randomBytes } from 'node:crypto'

/** Other runs may go on at the same deployment: keys that theirs issued must not be revoked together with ours. */
const run = randomBytes(3).toString('hex')
let people = 0

/** The name of an administrator who issued nothing so far. */
export const newPerson = (): string => `conformance-${run}-${++people}`
