import type { Slowed } from './results.ts'
import type { Variant } from './rule.ts'

export type VariantProgress = { readonly variant: Variant } & Progress

export interface Progress {
  readonly requests: number
  readonly retries: number
  readonly serverErrors: number
  /** The target slowed down, and fewer requests were under way than allowed. */
  readonly slowed?: Slowed
  readonly rulesDone: number
  readonly rulesTotal: number
  /** About how many requests the rules that are not through will still send. */
  readonly requestsLeft: number
  /** Ids of the rules that fail the run; warnings are not among them. */
  readonly failed: readonly string[]
  /** Created keys that are not revoked yet. */
  readonly openKeys: readonly string[]
}
