import { IDLE_SCOPE, SCOPES } from '../choices.ts'

/** The first company is the one under test; the second lacks the module and owns what the first must not read. */
export const FIRST = 1
export const SECOND = 2
export const ALL_SCOPES: readonly string[] = [...Object.values(SCOPES), IDLE_SCOPE]

/** An administrator with every scope, one with a few, and one of the second company. */
export const PEOPLE = { full: 'ada', limited: 'bea', other: 'cai' } as const
