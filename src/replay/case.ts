import type { Req } from '../client/exchange.ts'
import type { Json } from '../client/json.ts'

/** A failing case of a report, to be sent again. Plain data: it crosses to the thread of the suite. */
export interface ReplayCase {
  readonly rule: string
  readonly counterexample: Json
  /** Of an invariant: what was sent. */
  readonly request?: Req
  /** It is for another deployment than the one where it failed: ids in its path are those of the target. */
  readonly elsewhere: boolean
  /** How often it is tried before it counts as fixed. */
  readonly times: number
}
