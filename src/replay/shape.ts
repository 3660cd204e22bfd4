import fc from 'fast-check'
import type { Json } from '../client/json.ts'
import type { Cases } from '../rule.ts'
import type { Target } from '../target.ts'

/** Generated cases that tell how those of a rule look. */
const SAMPLES = 200

/** Whether a case looks as those do that the rule tries itself: another version may have had other ones. */
export function isCaseOf(c: Json, { first, any }: Cases<unknown>, target: Target): boolean {
  const boundaries = typeof first === 'function' ? first(target) : first
  const arbitrary = typeof any === 'function' ? any(target) : any
  const wanted = shapeOf(c)
  if (boundaries.some((own) => shapeOf(own) === wanted)) return true
  return (
    arbitrary !== undefined &&
    fc.sample(arbitrary, { numRuns: SAMPLES, seed: 1 }).some((own) => shapeOf(own) === wanted)
  )
}

/** Members and their kinds, two levels deep. Integers may have come back as bigint. */
function shapeOf(value: unknown, depth = 2): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'bigint') return 'number'
  if (typeof value !== 'object') return typeof value
  if (depth === 0) return 'object'
  const members = Object.entries(value).filter(([, item]) => item !== undefined)
  return `{${members
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, item]) => `${name}:${shapeOf(item, depth - 1)}`)
    .join()}}`
}
