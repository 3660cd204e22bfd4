import type { Exchange, Req } from './exchange.ts'
import type { KeyCondition, Target } from './target.ts'

/** The response that the reference requires for a key condition. */
export type Due = 'accepted' | 401 | 403

/** A request that checks whether a supplied key is in the condition that its setting states. */
export interface Probe {
  readonly condition: KeyCondition
  readonly due: Due
  readonly req: Req
}

/** `suites/{a,b}/probes.ts`: the requests of `doctor` besides preflight. */
export interface Probes {
  /** Probes for the keys of the target; some need data that preflight found. */
  probesOf(target: Target): Probe[]
  /** The shape of a successful first response: its description and a check. */
  readonly shape: { readonly words: string; fits(x: Exchange): boolean }
}
