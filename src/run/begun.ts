import type { RuleResult, TargetResult } from '../report/results.ts'
import type { Settings, TargetSettings } from '../settings.ts'

/** What a thread is started with. */
export interface Given {
  readonly settings: Settings
  readonly target: TargetSettings
  /** Name of the BroadcastChannel for progress and for the word to stop. */
  readonly channel: string
  /** URL of the module whose `begin` begins. */
  readonly module: string
}

/** What a test hands to the reporter: plain JSON. */
export interface Conformance {
  readonly rule: RuleResult
  readonly target: Pick<
    TargetResult,
    'requests' | 'retries' | 'slowed' | 'stopped' | 'cut' | 'clauses' | 'leftovers'
  > & {
    readonly unrecorded?: string
  }
}

/** A session that sends already. */
export interface Begun {
  /** Of the rules. */
  readonly ids: readonly string[]
  /** Resolves when the rule has its result, and every other has. */
  result(id: string): Promise<Conformance>
}

/** What was begun in this thread, for the tests that show it. */
export const begun = Promise.withResolvers<Begun>()
