import type { ControlStep } from '../../core/control-tools.ts'
import type { Exchange, Response } from '../../core/exchange.ts'
import type { Json } from '../../core/json.ts'
import type { Report } from '../../core/results.ts'
import type { Variant } from '../../core/rule.ts'
import type { Settings, TargetSettings } from '../../core/settings.ts'
import type { EndedBy } from '../../core/stopped.ts'
import type { ControlFunction, Target } from '../../core/target.ts'
import type { Order } from '../session/order.ts'

/** Changes when a recording of before could be misread. */
export const TAPE_VERSION = 1

/** Which exchanges a run keeps. */
export type Keep = Settings['record']

/** A recording is one JSON object a line, each with one member: what it tells. The header is the first, the end the last. */
export interface Line {
  readonly header?: Header
  readonly key?: TapedKey
  readonly exchange?: TapedExchange
  readonly evidence?: TapedEvidence
  readonly end?: End
}

export interface Header {
  readonly version: typeof TAPE_VERSION
  readonly suite: Pick<Report['suite'], 'name' | 'version'>
  /** ISO 8601. */
  readonly startedAt: string
  readonly keep: Keep
  readonly variant: Variant
  readonly settings: Pick<
    Settings,
    'seed' | 'depth' | 'strict' | 'rules' | 'timing' | 'concurrency' | 'catalogue' | 'demo'
  >
  readonly target: Omit<TargetSettings, 'keys' | 'variant'> & {
    readonly keys: Target['keys']
  }
  /** What the control module could do. */
  readonly control: readonly ControlFunction[]
  /** A person did it. */
  readonly byHand: boolean
  readonly order?: Order
  /** Words of curl that go the same way as the run did. */
  readonly curlWay?: readonly string[]
}

/** A key that was supplied, or created before the next exchange. */
export interface TapedKey {
  readonly env: string
  /** `<prefix>_<key_id>_****`; `****` where it has another form. */
  readonly shown: string
  /** An earlier key that has the same secret. */
  readonly sameAs?: string
}

/** Which slot asked for it, see `SendOptions`; all else is as in the exchange. */
export interface TapedExchange extends Omit<Exchange, 'response'> {
  readonly slot: string
  readonly response?: TapedResponse
}

export interface TapedResponse extends Omit<Response, 'json' | 'duplicates'> {
  readonly duplicates?: readonly string[]
  /** Only where the text, which a secret was taken out of, does not give it. */
  readonly json?: Json
  /** The text was longer, and is not here. */
  readonly cut?: true
}

/** What a rule saw besides exchanges: of the console, and of time. */
export interface TapedEvidence {
  readonly slot: string
  /** As `evidence.ts` writes it; left out where the rule got no further. */
  readonly value?: Json
  readonly steps: readonly ControlStep[]
  /** Numbers of the exchanges of the case. */
  readonly sent: readonly number[]
  /** Why the case could not be judged, or why one without a violation proves nothing. */
  readonly unanswered?: string
  readonly refused?: string
  /** At another depth it is another case. */
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
  /** Someone ended the run. */
  readonly interrupted: boolean
  /** What ended the run before every rule was decided. */
  readonly ended?: { readonly by: EndedBy; readonly message: string }
  /** Why nothing was tried. */
  readonly stopped?: string
}
