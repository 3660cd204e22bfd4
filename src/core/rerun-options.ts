import type { Origin } from './results.ts'

/** The rules that reproduce a failure: an invariant also needs the rule that sent its request. */
export const rulesOf = (id: string, origin?: Pick<Origin, 'rule'>): string[] => [...new Set([id, origin?.rule ?? id])]

/** Options of `run` that repeat the cases of a failing rule. */
export const rerunOptions = (id: string, seed: number, origin?: Pick<Origin, 'rule'>): string =>
  [...rulesOf(id, origin).map((rule) => `--rule ${rule}`), `--seed ${seed}`].join(' ')
