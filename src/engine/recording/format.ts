import type { ControlStep } from '../../core/control-tools.ts'
import type { Exchange, Response } from '../../core/exchange.ts'
import type { Json } from '../../core/json.ts'
import type { Report } from '../../core/results.ts'
import type { Variant } from '../../core/rule.ts'
import type { Settings, TargetSettings } from '../../core/settings.ts'
import type { EndedBy } from '../../core/stopped.ts'
import type { ControlFunction, Target } from '../../core/target.ts'
import type { RunOrder } from '../session/run-order.ts'

/** Format version. Increase it when this version could misread older recordings. */
export const RECORDING_VERSION = 1

/** Which exchanges a run records. */
export type Keep = Settings['record']

/** A recording has one JSON object per line, each with exactly one of these properties: first `header`, last `end`. */
export interface Line {
  readonly header?: Header
  readonly key?: RecordedKey
  readonly exchange?: RecordedExchange
  readonly evidence?: RecordedEvidence
  readonly end?: End
}

export interface Header {
  readonly version: typeof RECORDING_VERSION
  readonly suite: Pick<Report['suite'], 'name' | 'version'>
  /** ISO 8601. */
  readonly startedAt: string
  readonly keep: Keep
  readonly variant: Variant
  readonly settings: Pick<
    Settings,
    'seed' | 'depth' | 'strict' | 'rules' | 'shard' | 'timing' | 'concurrency' | 'catalogue' | 'demo'
  >
  readonly target: Omit<TargetSettings, 'keys' | 'variant'> & {
    readonly keys: Target['keys']
  }
  /** Functions of the control module. */
  readonly control: readonly ControlFunction[]
  /** Whether a person acted as the control module. */
  readonly byHand: boolean
  readonly order?: RunOrder
  /** Whether the run sent failures again alone. */
  readonly confirms?: boolean
  /** curl options for the same network path as the run (proxy, certificates). */
  readonly curlWay?: readonly string[]
}

/** A supplied key, or one created before the next exchange. */
export interface RecordedKey {
  readonly env: string
  /** `<prefix>_<key_id>_****`; `****` for any other format. */
  readonly shown: string
  /** An earlier key with the same secret. */
  readonly sameAs?: string
}

/** An exchange and the slot that sent it, see `SendOptions`. */
export interface RecordedExchange extends Omit<Exchange, 'response'> {
  readonly slot: string
  readonly response?: RecordedResponse
}

export interface RecordedResponse extends Omit<Response, 'json' | 'duplicates'> {
  readonly duplicates?: readonly string[]
  /** Only when the redacted text does not parse to it. */
  readonly json?: Json
  /** The text exceeded the size limit and is left out. */
  readonly cut?: true
}

/** Evidence of a rule besides exchanges: control calls and time measurements. */
export interface RecordedEvidence {
  readonly slot: string
  /** Encoded by `evidence.ts`; missing if the rule threw. */
  readonly value?: Json
  readonly steps: readonly ControlStep[]
  /** Numbers of the exchanges of the case. */
  readonly sent: readonly number[]
  /** `unanswered`: why the case could not be judged. `refused`: why a case without a violation proves nothing. */
  readonly unanswered?: string
  readonly refused?: string
  /** The case depends on the depth of the run. */
  readonly deep?: true
  readonly thrown?: string
  /** The run ended during the case. */
  readonly cut?: true
}

export interface End {
  /** ISO 8601. */
  readonly at: string
  readonly requests: number
  readonly retries: number
  readonly serverErrors: number
  /** Requests by rule. */
  readonly spent: Readonly<Record<string, number>>
  /** The user ended the run. */
  readonly interrupted: boolean
  /** What ended the run before every rule was decided. */
  readonly ended?: { readonly by: EndedBy; readonly message: string }
  /** Why no rule was tested. */
  readonly stopped?: string
}
