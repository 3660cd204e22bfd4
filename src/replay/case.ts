import type { Json } from '../client/json.ts'

/** A failing case of a report, to be sent again. Plain data: it crosses to the thread of the suite. */
export type ReplayCase = ReplayedCase | ReplayedRequest

interface About {
  readonly rule: string
  /** How often it is sent before it counts as fixed. */
  readonly times: number
}

export interface ReplayedCase extends About {
  /** The rule that makes the case, its path as in `Failure` (or `all`), and the case as the report tells it. */
  readonly from: { readonly rule: string; readonly path: string; readonly case: Json }
}

export interface ReplayedRequest extends About {
  /** The description of one request, see `plainRequest`. */
  readonly request: unknown
}
