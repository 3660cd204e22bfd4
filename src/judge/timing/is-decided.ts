import { type Difference, differencesOf } from './compare-classes.ts'
import { detectable } from './detectable.ts'
import type { Pair, Samples } from './samples.ts'

/** The smallest difference that is reported, in microseconds: an ordinary row lookup costs less. */
export const NOTABLE = 100
/** A large difference, in microseconds: it can fail a rule, and a pass excludes it. */
export const LARGE = 1000

/** Whether a difference is large enough to report: estimated at 100 µs or more, and certainly above half of that. */
export const isNotable = ({ estimate, lower, uneven }: Difference): boolean =>
  estimate >= NOTABLE && (uneven === true || lower > NOTABLE / 2)

/**
 * Whether more blocks would not change the outcome: a reportable difference is known, or its absence is. It is not while a pair is
 * suspicious.
 */
export function isDecided(samples: Samples, suspect?: Pair): boolean {
  const differences = differencesOf(samples)
  if (differences.some(({ role }) => role === 'placebo')) return true
  const [worst] = differences
  // A difference that seems large is measured until it surely is: only that can fail.
  if (worst && isNotable(worst)) return worst.uneven === true || worst.lower >= LARGE || worst.estimate < LARGE
  if (differences.some(({ estimate }) => estimate >= NOTABLE)) return false
  return suspect === undefined && detectable(samples) <= NOTABLE
}
