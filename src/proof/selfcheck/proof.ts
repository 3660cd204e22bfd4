import type { ProofSummary } from '../../core/results.ts'
import type { Outcome } from './judge-entry.ts'
import { digestOf, type Kind } from './matrix.ts'

/** Summarizes outcomes: a fault or freedom counts only if its outcome is good with every seed. */
export function proofOf(outcomes: readonly Outcome[]): ProofSummary {
  const [faults, freedoms] = [countOf(outcomes, 'fault'), countOf(outcomes, 'freedom')]
  const seeds = new Set(outcomes.map(({ seed }) => seed)).size
  return {
    faults: { caught: faults.good, of: faults.of },
    freedoms: { green: freedoms.good, of: freedoms.of, seeds },
    digest: digestOf([...entriesOf(outcomes)]),
  }
}

function countOf(outcomes: readonly Outcome[], kind: Kind): { good: number; of: number } {
  const byEntry = Map.groupBy(
    outcomes.filter(({ entry }) => entry.kind === kind),
    ({ entry }) => entry.id,
  )
  const good = [...byEntry.values()].filter((of) => of.every((outcome) => outcome.good)).length
  return { good, of: byEntry.size }
}

/** The distinct entries, independent of the number of seeds. */
export const entriesOf = (outcomes: readonly Outcome[]): Outcome['entry'][] => [
  ...new Map(outcomes.map(({ entry }) => [`${entry.kind} ${entry.id}`, entry])).values(),
]
