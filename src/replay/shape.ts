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
  return looksAs(c, [...boundaries, ...(arbitrary ? fc.sample(arbitrary, { numRuns: SAMPLES, seed: 1 }) : [])])
}

/** Of the kind of one of them; an object has no member that none of its kind has, and all that each of them has. */
function looksAs(value: unknown, others: readonly unknown[], depth = 2): boolean {
  const alike = others.filter((other) => kindOf(other) === kindOf(value))
  if (alike.length === 0) return false
  if (kindOf(value) !== 'object' || depth === 0) return true
  const objects = alike as object[]
  const own = membersOf(value as object)
  const common = membersOf(objects[0]!).filter(([name]) =>
    objects.every((other) => Object.hasOwn(other, name) && (other as Record<string, unknown>)[name] !== undefined),
  )
  const known = ([name, item]: [string, unknown]) => {
    const there = objects
      .filter((other) => Object.hasOwn(other, name))
      .map((other) => (other as Record<string, unknown>)[name])
    return looksAs(item, there, depth - 1)
  }
  return common.every(([name]) => own.some(([mine]) => mine === name)) && own.every(known)
}

const membersOf = (value: object): [string, unknown][] => Object.entries(value).filter(([, item]) => item !== undefined)

/** Integers may have come back as bigint. */
function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'array'
  return typeof value === 'bigint' ? 'number' : typeof value
}
