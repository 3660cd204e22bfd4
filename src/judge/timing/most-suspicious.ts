import { eProcess } from './e-process.ts'
import { NOTABLE } from './is-decided.ts'
import { type Pair, pairsOf, type Samples, timesOf } from './samples.ts'

/** The pair with the strongest evidence among those that seem to differ by a reportable time: on average, or in most blocks. */
export function mostSuspicious(samples: Samples): Pair | undefined {
  const [first] = pairsOf(samples)
    .filter(({ role }) => role === 'compared')
    .map((pair) => ({ pair, times: timesOf(samples, pair) }))
    .filter(({ times: [xs, ys] }) => seemsNotable(xs.map((x, i) => x - ys[i]!)))
    .map(({ pair, times: [xs, ys] }) => ({ pair, evidence: eProcess(xs, ys).last }))
    .sort((a, b) => b.evidence - a.evidence)
  return first?.pair
}

function seemsNotable(differences: readonly number[]): boolean {
  const mean = differences.reduce((sum, difference) => sum + difference, 0) / differences.length
  const median = differences.toSorted((a, b) => a - b)[differences.length >> 1]!
  return Math.max(Math.abs(mean), Math.abs(median)) >= NOTABLE
}
