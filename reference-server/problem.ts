import type { Problem } from './types.ts'

export const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'problem' in value

/** Sorts the good values from the problems. */
export const problemsOf = (...values: unknown[]): Problem[] => values.filter(isProblem)
