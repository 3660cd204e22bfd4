import { seeded } from './random.ts'
import type { Split } from './splits.ts'

/** Labels of the cells, and the blocks of contiguous cells within which labels are exchangeable. */
export interface Labelling {
  /** Index of the label of each cell. */
  readonly labels: Int32Array
  readonly count: number
  /** Index of the first cell of each block, followed by the number of cells. */
  readonly starts: Int32Array
}

/** For each split, the statistic of the true labels, followed by those of the permutations. */
export function statistics(
  splits: readonly Split[],
  labelling: Labelling,
  permutations: number,
  seed: number,
): Float64Array[] {
  const random = seeded(seed)
  const labels = Int32Array.from(labelling.labels)
  const ready = splits.map((split) => ({
    measure: measureOf(split, labelling),
    values: new Float64Array(permutations + 1),
  }))
  for (let round = 0; round <= permutations; round++) {
    if (round > 0) permuteWithin(labelling.starts, labels, random)
    for (const { measure, values } of ready) values[round] = measure(labels)
  }
  return ready.map(({ values }) => values)
}

function permuteWithin(starts: Int32Array, labels: Int32Array, random: () => number): void {
  for (let block = 0; block + 1 < starts.length; block++) {
    const start = starts[block]!
    for (let i = starts[block + 1]! - 1; i > start; i--) {
      const j = start + Math.floor(random() * (i - start + 1))
      const label = labels[i]!
      labels[i] = labels[j]!
      labels[j] = label
    }
  }
}

type Measure = (labels: Int32Array) => number

const measureOf = (split: Split, labelling: Labelling): Measure =>
  split.kind === 'ranks' ? rankMeasure(split, labelling) : categoryMeasure(split, labelling)

/**
 * χ²/N: the sum of count² / (label total × category total), minus 1, computed incrementally. Skips the most common category,
 * whose counts follow from the others.
 */
function categoryMeasure({ cells, codes, size }: Split, labelling: Labelling): Measure {
  const totalOf = totals(cells.length, labelling.count, (at) => labelling.labels[cells[at]!]!)
  const ofLabel = inverse(totalOf)
  const sizes = totals(cells.length, size, (at) => codes[at]!)
  const ofCategory = inverse(sizes)
  const commonest = sizes.indexOf(Math.max(...sizes))
  const visited = [...cells.keys()].filter((at) => codes[at] !== commonest)
  const visitedCells = Int32Array.from(visited, (at) => cells[at]!)
  const categories = Int32Array.from(visited, (at) => codes[at]!)
  const counts = new Int32Array(labelling.count * size)
  const left = new Float64Array(labelling.count)
  return (labels) => {
    counts.fill(0)
    left.set(totalOf)
    let sum = -1
    for (let at = 0; at < visitedCells.length; at++) {
      const label = labels[visitedCells[at]!]!
      const category = categories[at]!
      const count = counts[label * size + category]!++
      left[label]!--
      sum += (2 * count + 1) * ofLabel[label]! * ofCategory[category]!
    }
    for (let label = 0; label < left.length; label++)
      sum += left[label]! ** 2 * ofLabel[label]! * ofCategory[commonest]!
    return Math.max(0, sum)
  }
}

/** Friedman's statistic up to a constant factor: the sum over labels of (sum of ranks)² / count. */
function rankMeasure({ cells, codes }: Split, labelling: Labelling): Measure {
  const ofLabel = inverse(totals(cells.length, labelling.count, (at) => labelling.labels[cells[at]!]!))
  const sums = new Float64Array(labelling.count)
  return (labels) => {
    sums.fill(0)
    for (let at = 0; at < cells.length; at++) sums[labels[cells[at]!]!]! += codes[at]!
    let sum = 0
    for (let label = 0; label < sums.length; label++) sum += sums[label]! ** 2 * ofLabel[label]!
    return sum
  }
}

function totals(length: number, size: number, codeAt: (at: number) => number): Float64Array {
  const counts = new Float64Array(size)
  for (let at = 0; at < length; at++) counts[codeAt(at)]!++
  return counts
}

const inverse = (counts: Float64Array): Float64Array => counts.map((count) => (count === 0 ? 0 : 1 / count))

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
