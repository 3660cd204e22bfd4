import type { Depth, Rule } from '../../core/rule.ts'
import { plannedRequests } from '../../engine/session/planned-requests.ts'

/** Estimated cost of a run. */
export interface Estimate {
  readonly depth: Depth
  readonly requests: number
  /** Requests that measure time; they are sent one at a time. */
  readonly timing: number
  readonly seconds: number
}

export interface Pace {
  /** Requests per second; undefined: unlimited. */
  readonly rate?: number
  readonly concurrency: number
  readonly latencyMs: number
}

/** Seconds that the suite itself takes per request. */
const OVERHEAD = 0.001

const DEPTHS: readonly Depth[] = ['quick', 'standard', 'exhaustive']

/** Estimates a run of these rules at each depth. */
export function estimates(rules: readonly Rule[], pace: Pace): Estimate[] {
  return DEPTHS.map((depth) => {
    const plan = plannedRequests(rules, depth)
    const sum = (some: readonly Rule[]) => some.reduce((total, { id }) => total + plan.get(id)!, 0)
    const requests = sum(rules)
    const timing = sum(rules.filter(({ needs }) => needs?.includes('timing')))
    return { depth, requests: Math.round(requests), timing, seconds: secondsFor(requests - timing, timing, pace) }
  })
}

function secondsFor(concurrent: number, timing: number, { rate, concurrency, latencyMs }: Pace): number {
  const interval = rate === undefined ? 0 : 1 / rate
  const latency = latencyMs / 1000
  const parallel = concurrent * Math.max(interval, latency / concurrency, OVERHEAD)
  return Math.max(1, Math.round(parallel + timing * Math.max(interval, latency + OVERHEAD)))
}
