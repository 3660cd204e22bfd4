import type { Stopped } from '../../core/stopped.ts'
import type { Target } from '../../core/target.ts'
import type { Depth } from '../../core/vocabulary.ts'
import type { Round } from '../property-check.ts'
import type { CaseTools, Which } from './case-tools.ts'

/** Context in which one rule is tested. */
export interface Bench {
  readonly target: Target
  readonly depth: Depth
  readonly seed: number
  readonly limit: number
  readonly stopped: () => boolean
  /** What ended the run early; for a recording, the recorded run. */
  readonly ended: () => Stopped | undefined
  readonly tools: (which: Which) => CaseTools
  /** Result of an earlier round, whose completed cases are skipped. */
  readonly before?: Round
  /** Try only the first case, once, because each costs a person's time. */
  readonly onlyFirst?: boolean
}
