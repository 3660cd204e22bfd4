import type { Variant } from './rule.ts'

export type VariantProgress = { readonly variant: Variant } & Progress

export interface Progress {
  readonly requests: number
  readonly retries: number
  readonly serverErrors: number
  readonly rulesDone: number
  readonly rulesTotal: number
  /** Estimated number of requests of the unfinished rules. */
  readonly requestsLeft: number
  /** Ids of the rules that fail the run, without warnings. */
  readonly failed: readonly string[]
  /** Created keys that are not yet revoked. */
  readonly openKeys: readonly string[]
}
