import { eProcess } from './e-process.ts'
import { type Pair, pairsOf, type Samples, timesOf } from './samples.ts'
import { rejected, type Shift, shiftOf } from './shift.ts'

/** At most one in so many leak-free servers is rejected. */
export const ALPHA = 0.001

/** Two classes of which one takes longer, beyond chance and beyond the negligible. */
export interface Difference extends Pair, Shift {
  /** The slower class stands first. */
  readonly labels: readonly [string, string]
}

/** What the logarithm of an e-value must reach, for so many pairs. */
export function thresholdOf(pairs: readonly Pair[]): number {
  return Math.log(pairs.filter(({ role }) => role === 'compared').length / ALPHA)
}

/** Every pair that is rejected, the clearest difference first. */
export function differencesOf(samples: Samples): Difference[] {
  const pairs = pairsOf(samples).filter(({ role }) => role !== 'informational')
  const threshold = thresholdOf(pairs)
  const found = pairs.flatMap((pair) => {
    const [xs, ys] = timesOf(samples, pair)
    const side = rejected(xs, ys, threshold)
    if (side === 0) return []
    const [slow, fast] = side > 0 ? [xs, ys] : [ys, xs]
    const labels = side > 0 ? pair.labels : ([pair.labels[1], pair.labels[0]] as const)
    return [{ ...pair, labels, ...shiftOf(slow, fast, threshold) }]
  })
  return found.sort((a, b) => b.lower - a.lower)
}

/** How a pair compares, whatever was found. */
export interface Compared extends Pair, Shift {
  readonly blocks: number
  readonly log: number
}

export function comparedIn(samples: Samples, pair: Pair, threshold: number): Compared {
  const [xs, ys] = timesOf(samples, pair)
  const shift = shiftOf(xs, ys, threshold)
  const about = { ...pair, blocks: xs.length, log: eProcess(xs, ys).log }
  if (shift.estimate >= 0) return { ...about, ...shift }
  const [a, b] = pair.labels
  return { ...about, labels: [b, a], estimate: -shift.estimate, lower: -shift.upper, upper: -shift.lower }
}
