import type { MessagePort } from 'node:worker_threads'
import type { RuleResult, TargetResult } from '../core/results.ts'
import type { Variant } from '../core/rule.ts'
import type { Settings, TargetSettings } from '../core/settings.ts'

/** What a thread is started with. */
export interface Given {
  readonly settings: Settings
  readonly target: TargetSettings
  /** Of the run: what its threads wait for each other by. */
  readonly run: string
  /** For progress and questions, and for the word to stop. */
  readonly port: MessagePort
  /** URL of the module whose `attempt` tries the variant. */
  readonly module: string
}

/** What came of one variant: plain JSON, but for integers beyond 2^53. */
export interface Told {
  /** In the order of the catalogue. */
  readonly rules: readonly RuleResult[]
  readonly target: Pick<
    TargetResult,
    'requests' | 'retries' | 'serverErrors' | 'slowed' | 'stopped' | 'cut' | 'clauses' | 'leftovers'
  > & {
    readonly unrecorded?: string
  }
}

export type ToldOf = Readonly<Partial<Record<Variant, Told>>>

export type Attempt = (given: Given) => Promise<Told>

/** What a thread says, once. */
export interface Word {
  readonly told?: Told
  /** Why there is nothing. */
  readonly error?: Error
  /** Errors that nobody waited for. */
  readonly strays: readonly Error[]
}
