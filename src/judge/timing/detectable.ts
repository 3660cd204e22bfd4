import { seeded } from '../uniformity/random.ts'
import { thresholdOf } from './compare.ts'
import { eProcess } from './e-process.ts'
import { pairsOf, type Samples, timesOf } from './samples.ts'
import { NEGLIGIBLE } from './shift.ts'

const POWER = 0.8
/** Pretended servers. More for few blocks, which take less work. */
const MOST_TRIES = 60
const LEAST_TRIES = 20
const WORK = 20_000
/** Powers of ten of a microsecond, from 1 µs to 10 s. */
const DECADES = 7
const STEPS = 9

/**
 * The smallest shift, in microseconds, that would have been seen with 80% probability amid the noise that was met: in each
 * block the times of a pair change places at random, which takes out whatever is there, and one of them becomes later.
 */
export function detectable(samples: Samples, seed = 1): number {
  const random = seeded(seed)
  const pairs = pairsOf(samples).filter(({ role }) => role !== 'informational')
  const whole = pairs.filter(({ part }) => part === '')
  const threshold = thresholdOf(pairs)
  // Stryker disable next-line MethodExpression,ArithmeticOperator: how many are pretended, and how long that takes, not what is found
  const tries = Math.round(Math.min(MOST_TRIES, Math.max(LEAST_TRIES, WORK / samples.parts.length)))
  const worlds = Array.from({ length: whole.length === 0 ? 0 : tries }, (_, i) =>
    mixed(timesOf(samples, whole[i % whole.length]!), random),
  )
  const seen = (shift: number) =>
    // Stryker disable next-line EqualityOperator: no logarithm is just the threshold, and a share of just 80% is within the tolerance
    worlds.filter(([xs, ys]) => eProcess(xs, ys, NEGLIGIBLE - shift).log >= threshold).length >= POWER * tries
  let [low, high] = [0, DECADES]
  if (!seen(10 ** high)) return Number.POSITIVE_INFINITY
  // Stryker disable next-line EqualityOperator: one step more is only finer
  for (let i = 0; i < STEPS; i++) {
    const middle = (low + high) / 2
    if (seen(10 ** middle)) high = middle
    else low = middle
  }
  return 10 ** high
}

function mixed([xs, ys]: readonly [number[], number[]], random: () => number): [number[], number[]] {
  // Stryker disable next-line EqualityOperator: either half of the chances will do
  const turned = xs.map(() => random() < 0.5)
  return [xs.map((x, i) => (turned[i] ? ys[i]! : x)), xs.map((x, i) => (turned[i] ? x : ys[i]!))]
}
