import type { Outcome } from './judge-entry.ts'

/** An observation that was another one in another run on the same server. */
export interface Moved {
  readonly entry: string
  readonly rule: string
  readonly seen: readonly string[]
}

/** Several runs on a freedom see the same: what is observed is a trait of the server, not of the moment or the seed. */
export function movedIn(outcomes: readonly Outcome[]): Moved[] {
  const freedoms = Map.groupBy(
    outcomes.filter(({ entry }) => entry.kind === 'freedom'),
    ({ entry }) => entry.id,
  )
  return [...freedoms].flatMap(([entry, runs]) =>
    [...new Set(runs.flatMap(({ observed }) => Object.keys(observed)))].flatMap((rule) => {
      // Where nothing could be concluded, that is told apart.
      const seen = [...new Set(runs.flatMap(({ observed }) => observed[rule] ?? []))]
      return seen.length > 1 ? [{ entry, rule, seen }] : []
    }),
  )
}
