import { seeded } from '../uniformity/random.ts'
import { thresholdOf } from './compare-classes.ts'
import { eProcess } from './e-process.ts'
import { pairsOf, type Samples, timesOf } from './samples.ts'
import { NEGLIGIBLE } from './shift.ts'

const POWER = 0.8
/** Number of simulated servers: more for few blocks, which take less work. */
const MOST_TRIES = 60
const LEAST_TRIES = 20
const WORK = 20_000
/** Search range in powers of ten: 1 µs to 10 s. */
const DECADES = 7
const STEPS = 9

/**
 * The smallest shift, in microseconds, detectable with 80% probability in the measured noise. Simulates servers: swaps the times of
 * a pair at random in each block, which removes existing differences, and delays one of them.
 */
export function detectable(samples: Samples, seed = 1): number {
  const random = seeded(seed)
  const pairs = pairsOf(samples).filter(({ role }) => role !== 'informational')
  const whole = pairs.filter(({ part }) => part === '')
  const threshold = thresholdOf(pairs)
  // Stryker disable next-line MethodExpression,ArithmeticOperator: changes the number of simulated servers, not the result
  const tries = Math.round(Math.min(MOST_TRIES, Math.max(LEAST_TRIES, WORK / samples.parts.length)))
  const simulations = Array.from({ length: whole.length === 0 ? 0 : tries }, (_, i) =>
    mixed(timesOf(samples, whole[i % whole.length]!), random),
  )
  const isDetected = (shift: number) =>
    // Stryker disable next-line EqualityOperator: no logarithm equals the threshold, and a share of exactly 80% is within the tolerance
    simulations.filter(([xs, ys]) => eProcess(xs, ys, NEGLIGIBLE - shift).log >= threshold).length >= POWER * tries
  let [low, high] = [0, DECADES]
  if (!isDetected(10 ** high)) return Number.POSITIVE_INFINITY
  // Stryker disable next-line EqualityOperator: one more step only refines the result
  for (let i = 0; i < STEPS; i++) {
    const middle = (low + high) / 2
    if (isDetected(10 ** middle)) high = middle
    else low = middle
  }
  return 10 ** high
}

function mixed([xs, ys]: readonly [number[], number[]], random: () => number): [number[], number[]] {
  // Stryker disable next-line EqualityOperator: either half of the range will do
  const swapped = xs.map(() => random() < 0.5)
  return [xs.map((x, i) => (swapped[i] ? ys[i]! : x)), xs.map((x, i) => (swapped[i] ? x : ys[i]!))]
}
