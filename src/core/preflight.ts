import type { Tools, Variant } from './rule.ts'
import type { Target } from './target.ts'

/**
 * Seen before any rule is tried: that the target answers, takes the active key, and is of this variant. It also learns what
 * cases are made from. `stop` is one sentence for people on why nothing can be tried, and what to change.
 */
export type Preflight = (tools: PreflightTools) => Promise<Stop | { readonly learnt: Partial<Target> }>

export type PreflightTools = Pick<Tools, 'target' | 'once'>

export interface Stop {
  readonly stop: string
  /** The variant as which the target answers instead. */
  readonly instead?: Variant
}
