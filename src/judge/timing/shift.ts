import { eProcess } from './e-process.ts'

/** Negligible shift in microseconds: a long run on loopback detects the nanoseconds of leak-free servers. */
export const NEGLIGIBLE = 1
const STEPS = 16

/** Delay of the first class relative to the second, in microseconds. */
export interface Shift {
  readonly estimate: number
  /** Bounds of the shifts that the e-process does not reject; infinite with too few blocks. */
  readonly lower: number
  readonly upper: number
  /** No constant shift explains the difference: the estimate is the difference of the means. */
  readonly uneven?: true
}

/**
 * Whether the e-process rejects every negligible shift. The evidence is weakest at both bounds or where the tilt is 0. If it also
 * rejects there, no constant shift explains the difference: one class is slow occasionally.
 */
export function isRejected(xs: readonly number[], ys: readonly number[], threshold: number): boolean {
  // Stryker disable next-line ConditionalExpression,EqualityOperator: shortcut with the same result
  if (eProcess(xs, ys).log < threshold) return false
  const [below, above] = [eProcess(xs, ys, -NEGLIGIBLE), eProcess(xs, ys, NEGLIGIBLE)]
  if (below.log < threshold || above.log < threshold) return false
  // Stryker disable next-line ConditionalExpression,EqualityOperator,ArithmeticOperator: skips a search that would end at a bound
  if (below.tilt * above.tilt > 0) return true
  // Stryker disable next-line EqualityOperator: no logarithm equals the threshold
  return eProcess(xs, ys, balanced(xs, ys, -NEGLIGIBLE, NEGLIGIBLE)).log >= threshold
}

/** The shift with tilt 0. */
const balanced = (xs: readonly number[], ys: readonly number[], from: number, to: number): number =>
  // Stryker disable next-line EqualityOperator: at tilt 0, either side will do
  between(from, to, (shift) => eProcess(xs, ys, shift).tilt > 0, 2 * STEPS)

/** Inverts the test: estimates the shift with tilt 0 and the interval of shifts that are not rejected. */
export function shiftOf(xs: readonly number[], ys: readonly number[], threshold: number): Shift {
  const differences = xs.map((x, i) => x - ys[i]!).sort((a, b) => a - b)
  const lowest = (differences[0] ?? 0) - 1
  const highest = (differences.at(-1) ?? 0) + 1
  const estimate = balanced(xs, ys, lowest, highest)
  // Stryker disable next-line EqualityOperator: no logarithm equals the threshold
  const isOut = (shift: number) => eProcess(xs, ys, shift).log >= threshold
  if (isOut(estimate)) return unevenly(differences)
  const spread = quartiles(differences) / Math.sqrt(Math.max(1, xs.length))
  return {
    estimate,
    lower: edge(estimate, lowest, -spread, isOut),
    upper: edge(estimate, highest, spread, isOut),
  }
}

const unevenly = (differences: readonly number[]): Shift => ({
  estimate: differences.reduce((sum, difference) => sum + difference, 0) / differences.length,
  lower: Number.NEGATIVE_INFINITY,
  upper: Number.POSITIVE_INFINITY,
  uneven: true,
})

/** Searches from the estimate in growing steps for the first rejected shift. */
function edge(estimate: number, last: number, step: number, isOut: (shift: number) => boolean): number {
  let inside = estimate
  for (let size = step || Math.sign(step) || 1; ; size *= 2) {
    const reached = Math.abs(estimate + size - estimate) >= Math.abs(last - estimate)
    const outside = reached ? last : estimate + size
    // Stryker disable next-line ArithmeticOperator: more steps only refine the result
    if (isOut(outside)) return between(inside, outside, (shift) => !isOut(shift), STEPS / 2)
    // Stryker disable next-line EqualityOperator: the last shift is a microsecond past any estimate
    if (reached) return last > estimate ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
    inside = outside
  }
}

/** Bisects for the value up to which the condition holds. */
function between(from: number, to: number, holds: (value: number) => boolean, steps: number): number {
  let [inside, outside] = [from, to]
  // Stryker disable next-line EqualityOperator: one more step only refines the result
  for (let i = 0; i < steps; i++) {
    const middle = (inside + outside) / 2
    if (holds(middle)) inside = middle
    else outside = middle
  }
  return (inside + outside) / 2
}

const quartiles = (sorted: readonly number[]): number =>
  (sorted[Math.floor(sorted.length * 0.75)] ?? 1) - (sorted[Math.floor(sorted.length * 0.25)] ?? 0)
