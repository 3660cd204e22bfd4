import type { ControlStep } from '../../core/control-tools.ts'
import type { Exchange } from '../../core/exchange.ts'
import type { Depth } from '../../core/literal-types.ts'
import type { Tools } from '../../core/rule.ts'
import type { Stopped } from '../../core/stopped.ts'
import type { Target } from '../../core/target.ts'
import type { Round } from '../check-cases.ts'
import type { Shard } from '../shard.ts'

/** The tools of one case and a record of what they did. */
export interface CaseTools extends Tools {
  /** The latest exchanges. */
  readonly sent: readonly Exchange[]
  /** Runs the function that gathers the evidence of the case. */
  evidence<E>(gather: () => Promise<E>): Promise<E>
  /** Why the case cannot be judged: a missing or transient response, or a failed control call. */
  unanswered(): string | undefined
  /** Whether the run ended during the case. */
  cut(): boolean
  /** Why a case without a violation proves nothing: a baseline request failed. */
  refused(): string | undefined
  /** The control calls of the case. */
  steps(): readonly ControlStep[]
  /** Whether the case read the depth of the run: at another depth it is another case. */
  deep(): boolean
  /** Ends the case and revokes the keys it created. */
  release(): void
}

/** Identifies the case that the tools are for. */
export interface CaseIdentity {
  readonly seed: number
  /** The case was tried before. */
  readonly again?: boolean
  /** Index among the cases of the rule. */
  readonly place?: number
  /** Client whose headers the requests have. Undefined: the suite's own, for shared requests as well. */
  readonly client?: string
  /** Whether shared requests have this client as well, instead of one chosen for each. */
  readonly onlyClient?: boolean
}

/** Context in which one rule is tested. */
export interface RuleContext {
  readonly target: Target
  readonly depth: Depth
  /** No round follows at a greater depth. */
  readonly isLast: boolean
  readonly seed: number
  readonly limit: number
  readonly stopped: () => boolean
  /** What ended the run early; for a recording, the recorded run. */
  readonly ended: () => Stopped | undefined
  readonly tools: (which: CaseIdentity) => CaseTools
  /** Runs a case when it may begin. `place`: its index; undefined for a repeated or shrunk case. */
  readonly inTurn: <T>(run: () => Promise<T>, place?: number) => Promise<T>
  /** Result of an earlier round, whose completed cases are skipped. */
  readonly before?: Round
  /** Try only the cases of this part. */
  readonly part?: Shard
  /** Client of all cases (default: one chosen for each). */
  readonly client?: string
  /** Try only the first case, once, because each costs a person's time. */
  readonly onlyFirst?: boolean
}
