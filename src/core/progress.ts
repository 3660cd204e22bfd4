import type { Variant } from './rule.ts'

export type VariantProgress = { readonly variant: Variant } & Progress

export interface Progress {
  readonly requests: number
  readonly retries: number
  readonly serverErrors: number
  readonly rulesDone: number
  readonly rulesTotal: number
  /** About how many requests the rules that are not through will still send. */
  readonly requestsLeft: number
  /** Ids of the rules that fail the run; warnings are not among them. */
  readonly failed: readonly string[]
  /** Created keys that are not revoked yet. */
  readonly openKeys: readonly string[]
}
