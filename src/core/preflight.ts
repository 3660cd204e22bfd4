import type { Tools, Variant } from './rule.ts'
import type { Target } from './target.ts'

/**
 * Checks before the first rule that the target responds, accepts the active key and implements this variant. `learnt` holds
 * the data that cases are built from; `stop` is one sentence on why nothing can be tested and what to change.
 */
export type Preflight = (tools: PreflightTools) => Promise<Stop | { readonly learnt: Partial<Target> }>

/** `lookAround`: requests that it may send for other projects and datasets than those under test. */
export type PreflightTools = Pick<Tools, 'target' | 'once'> & { readonly lookAround: number }

export interface Stop {
  readonly stop: string
  /** The variant that the target implements instead. */
  readonly instead?: Variant
}
