import { IDLE_SCOPE, SCOPES } from '../choices.ts'

/**
 * The first company is the one under test. The second lacks the module and owns projects that the first must not read; the
 * third has the module and other users.
 */
export const FIRST = 1
export const SECOND = 2
export const THIRD = 3
export const ALL_SCOPES: readonly string[] = [...Object.values(SCOPES), IDLE_SCOPE]

/** An administrator with every scope, one with a few, one of the second company, and a person who is no administrator. */
export const PEOPLE = { full: 'ada', limited: 'bea', other: 'cai', ordinary: 'dee' } as const
