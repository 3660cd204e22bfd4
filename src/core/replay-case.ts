import type { Json } from './json.ts'
import type { Failure, Status } from './results.ts'

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

/** What came of a failing case when it was sent again. */
export interface Outcome {
  readonly rule: string
  /** How it ended in the report. */
  readonly was: Status
  readonly outcome: 'still fails' | 'fixed' | 'cannot be told'
  /** How it ends now. */
  readonly status?: Status
  /** Why it cannot be told; of what is fixed, how often it was tried. */
  readonly reason?: string
  readonly failure?: Failure
}
