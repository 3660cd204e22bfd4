import { eProcess } from './e-process.ts'
import { type Pair, pairsOf, type Samples, timesOf } from './samples.ts'
import { isRejected, type Shift, shiftOf } from './shift.ts'

/** At most one in so many leak-free servers is rejected. */
export const ALPHA = 0.001

/** What the logarithm of an e-value must reach, for so many pairs. */
export function thresholdOf(pairs: readonly Pair[]): number {
  return Math.log(pairs.filter(({ role }) => role === 'compared').length / ALPHA)
}

/** Every pair in which one takes longer, beyond chance and beyond the negligible. */
export function rejectedIn(samples: Samples): Pair[] {
  const pairs = pairsOf(samples).filter(({ role }) => role !== 'informational')
  const threshold = thresholdOf(pairs)
  return pairs.filter((pair) => isRejected(...timesOf(samples, pair), threshold))
}

/** The same with their shifts, the clearest difference first. */
export function differencesOf(samples: Samples): Difference[] {
  const threshold = thresholdOf(pairsOf(samples))
  const found = rejectedIn(samples).map((pair) => comparedIn(samples, pair, threshold))
  return found.sort((a, b) => (a.lower === b.lower ? b.estimate - a.estimate : b.lower - a.lower))
}

/** How a pair compares; the slower class stands first. */
export interface Difference extends Pair, Shift {
  readonly blocks: number
  readonly log: number
}

export function comparedIn(samples: Samples, pair: Pair, threshold: number): Difference {
  const [xs, ys] = timesOf(samples, pair)
  const shift = shiftOf(xs, ys, threshold)
  const about = { ...pair, blocks: xs.length, log: eProcess(xs, ys).log }
  // Stryker disable next-line EqualityOperator: of two that take the same time, either may stand first
  if (shift.estimate >= 0) return { ...about, ...shift }
  const [a, b] = pair.labels
  return { ...about, ...shift, labels: [b, a], estimate: -shift.estimate, lower: -shift.upper, upper: -shift.lower }
}
