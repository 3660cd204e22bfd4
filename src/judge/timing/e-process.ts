/** Number of blocks in the first reference sample, and the growth factor after which it is recomputed. */
export const FIRST_REFERENCE = 10
const GROWTH = 1.4
const WEIGHTS = [0.35, 0.25, 0.25, 0.15] as const
const RHOS = [3, 2, 10, 3] as const

export interface Evidence {
  /** Natural logarithm of the largest e-value so far. At most one in `x` leak-free servers ever reaches ln `x`. */
  readonly log: number
  /** Natural logarithm of the e-value after the last block. */
  readonly last: number
  /** Positive if the first class is slower by more than the shift, negative if by less. */
  readonly tilt: number
}

/**
 * Tests whether two classes differ by another shift than the assumed one, from their times in the same blocks. Under the null
 * hypothesis the times of a block are exchangeable under any load, so each score is symmetric and the mixture over effect sizes is
 * a test martingale: it allows optional stopping after each block. Scores use ranks in earlier blocks only. ln u − ln v is
 * sensitive to fast responses, where jitter is smallest; ln(1 − v) − ln(1 − u) to a few slow ones.
 */
export function eProcess(xs: readonly number[], ys: readonly number[], shift = 0): Evidence {
  const sums = new Float64Array(4)
  const squares = new Float64Array(4)
  let log = 0
  let last = 0
  let reference: Float64Array = new Float64Array()
  let next = FIRST_REFERENCE
  for (let k = FIRST_REFERENCE; k < xs.length; k++) {
    if (k === next) {
      reference = pooled(xs, ys, k, shift)
      next = Math.ceil(k * GROWTH)
    }
    add(xs[k]! - shift, ys[k]!, reference, sums, squares)
    last = logMixture(sums, squares)
    log = Math.max(log, last)
  }
  return { log, last, tilt: tiltOf(sums, squares) }
}

function pooled(xs: readonly number[], ys: readonly number[], count: number, shift: number): Float64Array {
  const all = new Float64Array(2 * count)
  for (let i = 0; i < count; i++) {
    all[2 * i] = xs[i]! - shift
    all[2 * i + 1] = ys[i]!
  }
  return all.sort()
}

function add(x: number, y: number, reference: Float64Array, sums: Float64Array, squares: Float64Array): void {
  const u = rank(x, reference)
  const v = rank(y, reference)
  count(0, Math.log(u / v))
  count(1, 3 * (u - v))
  count(2, Math.sign(x - y))
  count(3, Math.log((1 - v) / (1 - u)))

  function count(i: number, score: number): void {
    sums[i]! += score
    squares[i]! += score * score
  }
}

/** Relative rank strictly between 0 and 1; equal values count half. */
export function rank(value: number, sorted: Float64Array): number {
  const below = position(value, sorted, false)
  const upTo = position(value, sorted, true)
  return ((below + upTo) / 2 + 0.5) / (sorted.length + 1)
}

/** Number of values smaller than this one, or at most as large if `equalToo`. */
function position(value: number, sorted: Float64Array, equalToo: boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < value || (equalToo && sorted[middle] === value)) low = middle + 1
    else high = middle
  }
  return low
}

/** ln Σ w √(ρ/(ρ+V)) exp(S²/2(ρ+V)), computed without overflow. */
function logMixture(sums: Float64Array, squares: Float64Array): number {
  let largest = Number.NEGATIVE_INFINITY
  let total = 0
  for (let i = 0; i < 4; i++) {
    const spread = RHOS[i]! + squares[i]!
    const log = Math.log(WEIGHTS[i]!) + Math.log(RHOS[i]! / spread) / 2 + sums[i]! ** 2 / (2 * spread)
    if (log > largest) {
      total = total * Math.exp(largest - log) + 1
      largest = log
    } else total += Math.exp(log - largest)
  }
  return largest + Math.log(total)
}

function tiltOf(sums: Float64Array, squares: Float64Array): number {
  let tilt = 0
  for (let i = 0; i < 4; i++) tilt += (WEIGHTS[i]! * sums[i]!) / Math.sqrt(RHOS[i]! + squares[i]!)
  return tilt
}
