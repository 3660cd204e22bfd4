import type { ControlStep } from '../../core/control-tools.ts'
import type { Exchange } from '../../core/exchange.ts'
import type { Tools } from '../../core/rule.ts'
/** The tools of one case, and what they sent. */
export interface CaseTools extends Tools {
  /** The last of them. */
  readonly sent: readonly Exchange[]
  /** Runs what gathers the evidence of the case. */
  evidence<E>(gather: () => Promise<E>): Promise<E>
  /** Why the case cannot be judged: an answer that never came or speaks of the moment only, a control module that failed. */
  unanswered(): string | undefined
  /** Whether the run ended during the case. */
  cut(): boolean
  /** Why a case without a violation proves nothing: a good request that did not work. */
  refused(): string | undefined
  /** What was done at the control module. */
  steps(): readonly ControlStep[]
  /** Whether it asked how deep the run goes: at another depth it is another case. */
  deep(): boolean
  /** The case is through: what it created is taken back. */
  release(): void
}

/** Which case they are for. */
export interface Which {
  readonly seed: number
  /** Of a case that was tried before. */
  readonly again?: boolean
  /** Its place among the cases of the rule. */
  readonly place?: number
}
