import type { Origin } from './results.ts'

/** Whether a request was sent before or after all rules, by every run. */
export const isOfEveryRun = (sender: string): boolean => sender === 'preflight' || sender === 'closing'

/** The rules that reproduce a failure: an invariant also needs the rule that sent its request. */
export const rulesOf = (id: string, origin?: Pick<Origin, 'rule'>): string[] =>
  origin === undefined || isOfEveryRun(origin.rule) ? [id] : [...new Set([id, origin.rule])]

/** Options of `run` that repeat the cases of a failing rule. */
export const rerunOptions = (id: string, seed: number, origin?: Pick<Origin, 'rule'>): string =>
  [...rulesOf(id, origin).map((rule) => `--rule ${rule}`), `--seed ${seed}`].join(' ')
