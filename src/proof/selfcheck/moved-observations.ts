import type { Outcome } from './judge-entry.ts'

/** An observation that differs between runs on the same server. */
export interface Moved {
  readonly entry: string
  readonly rule: string
  readonly seen: readonly string[]
}

/** Finds unstable observations: they must depend only on the server, not on time or the seed. */
export function movedObservations(outcomes: readonly Outcome[]): Moved[] {
  const freedoms = Map.groupBy(
    outcomes.filter(({ entry }) => entry.kind === 'freedom'),
    ({ entry }) => entry.id,
  )
  return [...freedoms].flatMap(([entry, runs]) =>
    [...new Set(runs.flatMap(({ observed }) => Object.keys(observed)))].flatMap((rule) => {
      // Inconclusive observations are reported separately.
      const seen = [...new Set(runs.flatMap(({ observed }) => observed[rule] ?? []))]
      return seen.length > 1 ? [{ entry, rule, seen }] : []
    }),
  )
}
