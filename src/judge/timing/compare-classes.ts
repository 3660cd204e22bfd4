import { eProcess } from './e-process.ts'
import { type Pair, pairsOf, type Samples, timesOf } from './samples.ts'
import { isRejected, type Shift, shiftOf } from './shift.ts'

/** Maximum share of leak-free servers that are rejected. */
export const ALPHA = 0.001

/** The natural logarithm of the e-value that rejects, corrected for the number of pairs. */
export function thresholdOf(pairs: readonly Pair[]): number {
  return Math.log(pairs.filter(({ role }) => role === 'compared').length / ALPHA)
}

/** The pairs with a significant difference that is not negligible. */
export function rejectedIn(samples: Samples): Pair[] {
  const pairs = pairsOf(samples).filter(({ role }) => role !== 'informational')
  const threshold = thresholdOf(pairs)
  return pairs.filter((pair) => isRejected(...timesOf(samples, pair), threshold))
}

/** The rejected pairs with their shifts, the clearest difference first. */
export function differencesOf(samples: Samples): Difference[] {
  const threshold = thresholdOf(pairsOf(samples))
  const found = rejectedIn(samples).map((pair) => comparedIn(samples, pair, threshold))
  return found.sort((a, b) => (a.lower === b.lower ? b.estimate - a.estimate : b.lower - a.lower))
}

/** The comparison of a pair, the slower class first. */
export interface Difference extends Pair, Shift {
  readonly blocks: number
  readonly log: number
}

export function comparedIn(samples: Samples, pair: Pair, threshold: number): Difference {
  const [xs, ys] = timesOf(samples, pair)
  const shift = shiftOf(xs, ys, threshold)
  const about = { ...pair, blocks: xs.length, log: eProcess(xs, ys).log }
  // Stryker disable next-line EqualityOperator: with equal times, either class may be first
  if (shift.estimate >= 0) return { ...about, ...shift }
  const [a, b] = pair.labels
  return { ...about, ...shift, labels: [b, a], estimate: -shift.estimate, lower: -shift.upper, upper: -shift.lower }
}
