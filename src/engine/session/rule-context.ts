import type { Stopped } from '../../core/stopped.ts'
import type { Target } from '../../core/target.ts'
import type { Depth } from '../../core/vocabulary.ts'
import type { Round } from '../check-property.ts'
import type { CaseIdentity, CaseTools } from './case-tools.ts'

/** Context in which one rule is tested. */
export interface RuleContext {
  readonly target: Target
  readonly depth: Depth
  readonly seed: number
  readonly limit: number
  readonly stopped: () => boolean
  /** What ended the run early; for a recording, the recorded run. */
  readonly ended: () => Stopped | undefined
  readonly tools: (which: CaseIdentity) => CaseTools
  /** Result of an earlier round, whose completed cases are skipped. */
  readonly before?: Round
  /** Try only the first case, once, because each costs a person's time. */
  readonly onlyFirst?: boolean
}
