import type { Exchange, Req } from './exchange.ts'
import type { KeyCondition, Target } from './target.ts'

/** What the answer to a key in some condition is by the reference. */
export type Due = 'accepted' | 401 | 403

/** A request that tells whether a supplied key is in the condition that its setting says. */
export interface Probe {
  readonly condition: KeyCondition
  readonly due: Due
  readonly req: Req
}

/** `suites/{a,b}/probes.ts`: what `doctor` has to know of a variant besides its preflight. */
export interface Probes {
  /** Of the keys that the target has; of some only where preflight found what they are tried with. */
  probesOf(target: Target): Probe[]
  /** What a success of the first request holds, in words, and whether it does. */
  readonly shape: { readonly words: string; fits(x: Exchange): boolean }
}
