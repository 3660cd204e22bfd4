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
}

/** Whether all shifts up to the negligible ones are rejected, on the same side: 1 where the first class is slower, -1 where faster. */
export function rejected(xs: readonly number[], ys: readonly number[], threshold: number): 1 | -1 | 0 {
  if (eProcess(xs, ys).log < threshold) return 0
  const below = eProcess(xs, ys, -NEGLIGIBLE)
  const above = eProcess(xs, ys, NEGLIGIBLE)
  if (below.log < threshold || above.log < threshold) return 0
  if (below.tilt > 0 && above.tilt > 0) return 1
  return below.tilt < 0 && above.tilt < 0 ? -1 : 0
}

/** The test turned round: the shift that it leans to neither side of, and those that it would not reject. */
export function shiftOf(xs: readonly number[], ys: readonly number[], threshold: number): Shift {
  const differences = xs.map((x, i) => x - ys[i]!).sort((a, b) => a - b)
  const lowest = (differences[0] ?? 0) - 1
  const highest = (differences.at(-1) ?? 0) + 1
  const estimate = between(lowest, highest, (shift) => eProcess(xs, ys, shift).tilt > 0, 3 * STEPS)
  const isOut = (shift: number) => eProcess(xs, ys, shift).log >= threshold
  const spread = quartiles(differences) / Math.sqrt(Math.max(1, xs.length))
  return {
    estimate,
    lower: edge(estimate, lowest, -spread, isOut),
    upper: edge(estimate, highest, spread, isOut),
  }
}

/** Where, walking from the estimate in growing steps, shifts begin to be rejected. */
function edge(estimate: number, last: number, step: number, isOut: (shift: number) => boolean): number {
  let inside = estimate
  for (let size = step || Math.sign(step) || 1; ; size *= 2) {
    const reached = Math.abs(estimate + size - estimate) >= Math.abs(last - estimate)
    const outside = reached ? last : estimate + size
    if (isOut(outside)) return between(inside, outside, (shift) => !isOut(shift), STEPS / 2)
    if (reached) return last > estimate ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
    inside = outside
  }
}

/** The place between the two up to which it holds. */
function between(from: number, to: number, holds: (value: number) => boolean, steps: number): number {
  let [inside, outside] = [from, to]
  for (let i = 0; i < steps; i++) {
    const middle = (inside + outside) / 2
    if (holds(middle)) inside = middle
    else outside = middle
  }
  return (inside + outside) / 2
}

const quartiles = (sorted: readonly number[]): number =>
  (sorted[Math.floor(sorted.length * 0.75)] ?? 1) - (sorted[Math.floor(sorted.length * 0.25)] ?? 0)
