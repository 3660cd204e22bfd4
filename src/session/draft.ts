import type { Exchange, Req } from '../client/exchange.ts'
import type { Json } from '../client/json.ts'
import type { ControlStep } from '../control/tools.ts'
import type { Measurement } from '../judge/timing/measurement.ts'
import type { Round } from '../property.ts'
import type { Violation } from '../rule.ts'

/** What trying a rule came to, before it is put into words. */
export interface Draft {
  readonly status: 'passed' | 'broken' | 'skipped' | 'inconclusive' | 'blocked' | 'observed'
  /** Cases tried; for an invariant, exchanges judged. */
  readonly cases: number
  readonly reason?: string
  readonly observation?: Json
  readonly measurement?: Measurement
  readonly note?: string
  readonly found?: Break
  /** For the round that follows. */
  readonly round?: Round
}

export interface Break {
  readonly violation: Violation
  readonly exchanges: readonly Exchange[]
  /** What was done by the control module. */
  readonly steps: readonly ControlStep[]
  readonly counterexample: Json
  /** The counterexample in the terms of the API, where the rule has words for it. */
  readonly inWords?: string
  readonly path: string
  /** Of an invariant: what was sent. */
  readonly request?: Req
  readonly flaky?: string
}

export const skipped = (reason: string): Draft => ({ status: 'skipped', cases: 0, reason })
export const inconclusive = (reason: string, cases = 0): Draft => ({ status: 'inconclusive', cases, reason })
export const blocked = (reason: string): Draft => ({ status: 'blocked', cases: 0, reason })
