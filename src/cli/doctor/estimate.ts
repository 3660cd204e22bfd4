import { DEPTHS } from '../../core/literal-types.ts'
import type { Depth, Rule } from '../../core/rule.ts'
import { plannedRequests, usesControl } from '../../engine/session/run-order.ts'
import { expectedMs, LIMITS } from '../../judge/timing/measure.ts'

/** Estimated cost of a run against a deployment that conforms: a failure takes further requests, to shrink and confirm it. */
export interface Estimate {
  readonly depth: Depth
  readonly requests: number
  /** Requests that measure response times, at most; quick depth measures none by default. */
  readonly timing: number
  readonly seconds: number
}

interface Pace {
  /** Requests per second; undefined: unlimited. */
  readonly rate?: number
  readonly concurrency: number
  readonly latencyMs: number
  /** Length of variant A's list. */
  readonly users?: number
}

/** Seconds that the suite itself takes per request. */
const OVERHEAD = 0.001

/** Requests that wait for the one before, in the longest chain of rules. */
const CHAIN: Readonly<Record<Depth, number>> = { quick: 40, standard: 60, exhaustive: 60 }

/** Seconds that rules with the control module wait for keys to expire, while others send. 5.4 s were measured at quick depth. */
const EXPIRY = 5

/** How often a run at exhaustive depth reads all users, 100 a page; other depths read a part of a long list. */
const WHOLE_LISTS = 5

/** Estimates a run of these rules at each depth. */
export function estimates(rules: readonly Rule[], pace: Pace): Estimate[] {
  return DEPTHS.map((depth) => {
    const plan = plannedRequests(rules, depth)
    const sum = (some: readonly Rule[]) => some.reduce((total, { id }) => total + plan.get(id)!, 0)
    const requests = sum(rules)
    const timed = rules.filter(({ needs }) => needs?.includes('timing'))
    const timing = depth === 'quick' ? 0 : sum(timed)
    const pages = depth === 'exhaustive' ? Math.ceil((pace.users ?? 0) / 100) : 0
    const others = Math.round(requests - sum(timed) + WHOLE_LISTS * pages)
    const sending =
      others * Math.max(1 / (pace.rate ?? Infinity), pace.latencyMs / 1000 / pace.concurrency, OVERHEAD) +
      (CHAIN[depth] * pace.latencyMs) / 1000 +
      Math.min(LIMITS[depth].ms, expectedMs(timing, pace.latencyMs, pace.rate)) / 1000
    const least = rules.some(usesControl) ? EXPIRY : 1
    return { depth, requests: others + timing, timing, seconds: Math.max(least, Math.round(sending)) }
  })
}
