import type { Json } from './json.ts'
import type { Failure, RequestContext, Status } from './results.ts'

/** A failing case of a report to replay. Serializable. */
export type ReplayCase = ReplayedCase | ReplayedRequest

interface About {
  readonly rule: string
  /** Number of passing attempts after which the case counts as fixed. */
  readonly times: number
  /** Client whose headers the requests had (default: the suite's own). */
  readonly client?: string
  /** How its request showed the failure with others, in the report. */
  readonly context?: RequestContext
  /** What its request was for, in the report (see `whatIsRequested`): if the rule requests something else now, it is another case. */
  readonly shown?: string
  /** Command that repeats the failure if the case cannot be rebuilt. */
  readonly instead: string
}

export interface ReplayedCase extends About {
  /** The rule that generates the case, the path as in `Failure` (or `all`), and the case as reported. */
  readonly from: { readonly rule: string; readonly path: string; readonly case: Json }
}

export interface ReplayedRequest extends About {
  /** Description of one request, see `rebuildRequest`. */
  readonly request: unknown
}

/** Result of replaying a failing case. */
export interface Outcome {
  readonly rule: string
  /** Status in the report. */
  readonly was: Status
  readonly outcome: 'still fails' | 'passes now' | 'undecided'
  /** It is undecided, although the case conformed each time. */
  readonly conforms?: true
  /** Status now. */
  readonly status?: Status
  /** Why the outcome is unknown; for a case that passes, the number of attempts. */
  readonly reason?: string
  readonly failure?: Failure
}
