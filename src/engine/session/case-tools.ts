import type { ControlStep } from '../../core/control-tools.ts'
import type { Exchange } from '../../core/exchange.ts'
import type { Tools } from '../../core/rule.ts'

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
}
