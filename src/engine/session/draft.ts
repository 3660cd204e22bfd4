import type { ControlStep } from '../../core/control-tools.ts'
import { count } from '../../core/count.ts'
import type { Exchange, Req } from '../../core/exchange.ts'
import type { Json } from '../../core/json.ts'
import type { Measurement, Origin } from '../../core/results.ts'
import type { Violation } from '../../core/rule.ts'
import type { Stopped } from '../../core/stopped.ts'
import type { Need } from '../../core/target.ts'
import type { Round } from '../property-check.ts'
import { untried } from './ended.ts'

/** What trying a rule came to, before it is put into words. */
export interface Draft {
  readonly status: 'passed' | 'broken' | 'skipped' | 'inconclusive' | 'blocked' | 'observed'
  /** Cases tried; for an invariant, exchanges judged. */
  readonly cases: number
  /** Where the run ended before all of them were tried at the depth of the run. */
  readonly plannedCases?: number
  readonly reason?: string
  readonly missing?: readonly Need[]
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
  /** Of an invariant: the smallest request found, and what sent the first one. */
  readonly request?: Req
  readonly origin?: Origin
  readonly flaky?: string
}

export const skipped = (reason: string): Draft => ({ status: 'skipped', cases: 0, reason })
export const inconclusive = (reason: string, cases = 0): Draft => ({ status: 'inconclusive', cases, reason })
export const blocked = (reason: string): Draft => ({ status: 'blocked', cases: 0, reason })

interface Progress {
  /** Cases that passed, and all there are. */
  readonly passed: number
  readonly planned: number
  /** Every case of a quick run passed. */
  readonly isQuickDone: boolean
}

/**
 * What the cases that passed are worth when the run ended before the others: as much as a quick run, if they include its cases. A
 * target that became unreachable may have failed in any way before.
 */
export function cutDraft({ passed, planned, isQuickDone }: Progress, { by, message }: Stopped): Draft {
  if (passed === 0) return inconclusive(untried(message))
  const share = passed < planned ? `${passed} of ${planned} cases` : `${count(planned, 'case')}, at quick depth only`
  const status = isQuickDone && by !== 'unreachable' ? 'passed' : 'inconclusive'
  return { status, cases: passed, plannedCases: planned, reason: `${share}; ${message}` }
}
