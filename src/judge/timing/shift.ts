import { eProcess } from './e-process.ts'

/** A leak-free server differs by nanoseconds, which a long run on loopback sees: nothing below this counts. Microseconds. */
export const NEGLIGIBLE = 1
const STEPS = 16

/** How much longer the first class takes than the second, in microseconds. */
export interface Shift {
  readonly estimate: number
  /** The shifts that the e-process does not reject; infinite where there are too few blocks to tell. */
  readonly lower: number
  readonly upper: number
  /** No shift explains the difference: the estimate is that of the means. */
  readonly uneven?: true
}

/**
 * Whether every shift up to the negligible ones is rejected. The least evidence is at the ends, or where the test leans to
 * neither side. What is left there too is no shift: one class is slow now and then.
 */
export function isRejected(xs: readonly number[], ys: readonly number[], threshold: number): boolean {
  // Stryker disable next-line ConditionalExpression,EqualityOperator: saves the work of the rest, which comes to the same
  if (eProcess(xs, ys).log < threshold) return false
  const [below, above] = [eProcess(xs, ys, -NEGLIGIBLE), eProcess(xs, ys, NEGLIGIBLE)]
  if (below.log < threshold || above.log < threshold) return false
  // Stryker disable next-line ConditionalExpression,EqualityOperator,ArithmeticOperator: saves the search, which would end at an end
  if (below.tilt * above.tilt > 0) return true
  // Stryker disable next-line EqualityOperator: no logarithm is just the threshold
  return eProcess(xs, ys, balanced(xs, ys, -NEGLIGIBLE, NEGLIGIBLE)).log >= threshold
}

/** The shift that the test leans to neither side of. */
const balanced = (xs: readonly number[], ys: readonly number[], from: number, to: number): number =>
  // Stryker disable next-line EqualityOperator: where it leans to neither side, either will do
  between(from, to, (shift) => eProcess(xs, ys, shift).tilt > 0, 2 * STEPS)

/** The test turned round: the shift that it leans to neither side of, and those that it would not reject. */
export function shiftOf(xs: readonly number[], ys: readonly number[], threshold: number): Shift {
  const differences = xs.map((x, i) => x - ys[i]!).sort((a, b) => a - b)
  const lowest = (differences[0] ?? 0) - 1
  const highest = (differences.at(-1) ?? 0) + 1
  const estimate = balanced(xs, ys, lowest, highest)
  // Stryker disable next-line EqualityOperator: no logarithm is just the threshold
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

/** Where, walking from the estimate in growing steps, shifts begin to be rejected. */
function edge(estimate: number, last: number, step: number, isOut: (shift: number) => boolean): number {
  let inside = estimate
  for (let size = step || Math.sign(step) || 1; ; size *= 2) {
    const reached = Math.abs(estimate + size - estimate) >= Math.abs(last - estimate)
    const outside = reached ? last : estimate + size
    // Stryker disable next-line ArithmeticOperator: more steps are only finer
    if (isOut(outside)) return between(inside, outside, (shift) => !isOut(shift), STEPS / 2)
    // Stryker disable next-line EqualityOperator: the last lies a microsecond beyond any estimate
    if (reached) return last > estimate ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
    inside = outside
  }
}

/** The place between the two up to which it holds. */
function between(from: number, to: number, holds: (value: number) => boolean, steps: number): number {
  let [inside, outside] = [from, to]
  // Stryker disable next-line EqualityOperator: one step more is only finer
  for (let i = 0; i < steps; i++) {
    const middle = (inside + outside) / 2
    if (holds(middle)) inside = middle
    else outside = middle
  }
  return (inside + outside) / 2
}

const quartiles = (sorted: readonly number[]): number =>
  (sorted[Math.floor(sorted.length * 0.75)] ?? 1) - (sorted[Math.floor(sorted.length * 0.25)] ?? 0)
