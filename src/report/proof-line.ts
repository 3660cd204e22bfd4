import type { ProofSummary } from '../core/results.ts'

/** What a verdict of this version of the suite is worth, in one line. */
export function proofLine({ faults, freedoms, digest }: ProofSummary): string {
  return [
    `${faults.caught} of ${faults.of} broken servers caught`,
    `${freedoms.green} of ${freedoms.of} legal ones not accused, over ${freedoms.seeds} seeds`,
    `matrices ${digest.slice(0, 12)}`,
  ].join(', ')
}
