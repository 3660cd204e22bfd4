import type { Problem } from './types.ts'

export const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'problem' in value

/** Separates valid values from problems. */
export const problemsOf = (...values: unknown[]): Problem[] => values.filter(isProblem)
