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
