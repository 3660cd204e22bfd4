import type { Depth, Rule } from '../../core/rule.ts'
import { planned } from '../../engine/session/plan.ts'

/** About what a run will cost at a depth. */
export interface Estimate {
  readonly depth: Depth
  readonly requests: number
  /** Of these, measuring time: one at a time. */
  readonly timing: number
  readonly seconds: number
}

export interface Pace {
  /** Requests per second; undefined: unlimited. */
  readonly rate?: number
  readonly concurrency: number
  readonly latencyMs: number
}

/** What sending and judging cost on our side, however fast the answer is. */
const OURS = 0.001

const DEPTHS: readonly Depth[] = ['quick', 'standard', 'exhaustive']

/** What the rules that can be tried will send at each depth, and how long that takes. */
export function estimates(rules: readonly Rule[], pace: Pace): Estimate[] {
  return DEPTHS.map((depth) => {
    const plan = planned(rules, depth)
    const sum = (some: readonly Rule[]) => some.reduce((total, { id }) => total + plan.get(id)!, 0)
    const requests = sum(rules)
    const timing = sum(rules.filter(({ needs }) => needs?.includes('timing')))
    return { depth, requests: Math.round(requests), timing, seconds: secondsFor(requests - timing, timing, pace) }
  })
}

function secondsFor(ordinary: number, timing: number, { rate, concurrency, latencyMs }: Pace): number {
  const apart = rate === undefined ? 0 : 1 / rate
  const alone = latencyMs / 1000
  const seconds = ordinary * Math.max(apart, alone / concurrency, OURS) + timing * Math.max(apart, alone + OURS)
  return Math.max(1, Math.round(seconds))
}
