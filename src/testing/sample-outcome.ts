import type { Kind, Outcome } from '../proof/selfcheck/matrix.ts'

/** What selfcheck says of one server: good, and nothing special, but for what is given. */
export const sampleOutcome = (kind: Kind, name: string, how: Partial<Outcome> = {}): Outcome => ({
  entry: { kind, id: `a.x/${name}`, rule: 'a.x', name, variant: 'a', decisions: [], timed: false },
  ...{ seed: 1, good: true, red: [], doubtful: [], changed: [], observed: {}, requests: 5, ms: 1 },
  ...how,
})
