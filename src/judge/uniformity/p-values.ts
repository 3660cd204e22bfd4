/** Rounding makes equal statistics unequal. */
const ROUNDING = 1e-9

/** How many of all, the true one among them, are at least as large as the true one, which stands first. */
export function plainP(values: Float64Array): number {
  const least = values[0]! - ROUNDING
  let count = 0
  for (const value of values) if (value >= least) count++
  return count / values.length
}

/**
 * Westfall and Young's minP: for each test the probability that the smallest p of all tests is as small as its own. The
 * p's are not counted, for counted ones tie at 1/(B+1), and with a hundred tests no leak could win against the permutations
 * that are first in one of them: they are read off the gamma curve of the same mean and variance. The curve need not fit:
 * the adjusted p is counted, and so exact.
 */
export function westfallYoung(tests: readonly Float64Array[]): { adjusted: number[]; scores: number[] } {
  const scores = tests.map(gammaScores)
  const largest = new Float64Array(tests[0]?.length ?? 0).fill(Number.NEGATIVE_INFINITY)
  for (const test of scores) for (let i = 0; i < test.length; i++) if (test[i]! > largest[i]!) largest[i] = test[i]!
  const adjusted = scores.map((test) => {
    const least = test[0]! - ROUNDING
    return largest.reduce((count, value) => count + (value >= least ? 1 : 0), 0) / largest.length
  })
  return { adjusted, scores: scores.map((test) => test[0]!) }
}

/** The normal quantile of each value's p under the gamma curve, by Wilson and Hilferty's cube root. */
function gammaScores(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  if (variance <= ROUNDING ** 2) return new Float64Array(values.length)
  const spread = variance / (9 * mean * mean)
  return values.map((value) => (Math.cbrt(value / mean) - 1 + spread) / Math.sqrt(spread))
}

/** Holm's: in the order of the arguments. */
export function holm(ps: readonly number[]): number[] {
  const order = [...ps.keys()].sort((a, b) => ps[a]! - ps[b]!)
  const adjusted = new Array<number>(ps.length)
  let largest = 0
  for (const [k, i] of order.entries()) {
    largest = Math.max(largest, Math.min(1, ps[i]! * (ps.length - k)))
    adjusted[i] = largest
  }
  return adjusted
}
