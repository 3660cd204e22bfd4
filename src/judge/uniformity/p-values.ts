/** Tolerance for equal statistics that differ by rounding. */
const ROUNDING = 1e-9

/** Permutation p-value: the share of values at least as large as the first, which is the true statistic. */
export function plainP(values: Float64Array): number {
  const least = values[0]! - ROUNDING
  let count = 0
  for (const value of values) if (value >= least) count++
  return count / values.length
}

/**
 * Westfall and Young's minP: for each test, the probability that the smallest p of all tests is as small as its own. The p of
 * each test comes from a gamma distribution with the same mean and variance. Counted p-values would tie at 1/(B+1), and with a
 * hundred tests no leak could reach significance. The adjusted p is counted, so it is exact even if the gamma fit is poor.
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

/** Normal scores under the gamma distribution, by the Wilson–Hilferty transformation. */
function gammaScores(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  if (variance <= ROUNDING ** 2) return new Float64Array(values.length)
  const spread = variance / (9 * mean * mean)
  return values.map((value) => (Math.cbrt(value / mean) - 1 + spread) / Math.sqrt(spread))
}

/** Holm's adjusted p-values, in the order of the arguments. */
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
