import type { Failure, Origin } from './results.ts'

/** Whether a request was sent before or after all rules, by every run. */
export const isOfEveryRun = (sender: string): boolean => sender === 'preflight' || sender === 'closing'

/** The rules that reproduce a failure: an invariant also needs the rule that sent its request. */
export const rulesOf = (id: string, origin?: Pick<Origin, 'rule'>): string[] =>
  origin === undefined || isOfEveryRun(origin.rule) ? [id] : [...new Set([id, origin.rule])]

/** What a failure says about its repetition. */
type Repeated = Pick<Failure, 'seed' | 'context'> & { readonly origin?: Pick<Origin, 'rule'> }

/** Options of `run` that repeat the cases of a failing rule, or the whole run if its requests do not show the failure alone. */
export const rerunOptions = (id: string, { seed, origin, context }: Repeated): string =>
  [...(context ? [] : rulesOf(id, origin).map((rule) => `--rule ${rule}`)), `--seed ${seed}`].join(' ')

/** Why these options, as a comment for a shell; empty if they need none. */
export function rerunComment(id: string, { origin, context }: Repeated): string {
  if (context) return '   # the same run again: the rule by itself may pass'
  const [, sender] = rulesOf(id, origin)
  return sender ? `   # ${sender} sends the request` : ''
}
