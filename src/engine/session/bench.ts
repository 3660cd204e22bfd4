import type { Stopped } from '../../core/stopped.ts'
import type { Target } from '../../core/target.ts'
import type { Depth } from '../../core/vocabulary.ts'
import type { Round } from '../property-check.ts'
import type { CaseTools, Which } from './case-tools.ts'
/** What trying one rule works with. */
export interface Bench {
  readonly target: Target
  readonly depth: Depth
  readonly seed: number
  readonly limit: number
  readonly stopped: () => boolean
  /** What ended the run early; of a recording, the run that was recorded. */
  readonly ended: () => Stopped | undefined
  readonly tools: (which: Which) => CaseTools
  /** What an earlier round came to: cases that went through are not tried again. */
  readonly before?: Round
  /** Each case costs a person's time: the first is tried, once. */
  readonly onlyFirst?: boolean
}
