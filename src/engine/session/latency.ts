import type { RuleResult } from '../../core/results.ts'

/** Width of a logarithmic bucket: 5%. A million responses need a few hundred counters. */
const STEP = Math.log(1.05)
/** Resolution of the clock in milliseconds. */
const MIN_MS = 0.01

/** Response time histogram with bounded memory. */
export class Latencies {
  readonly #counts = new Map<number, number>()
  #total = 0

  add(ms: number): void {
    const bucket = Math.round(Math.log(Math.max(ms, MIN_MS)) / STEP)
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + 1)
    this.#total++
  }

  /** Quantiles in milliseconds; undefined without responses. */
  summary(): RuleResult['latency'] {
    return this.#total === 0 ? undefined : { p50: this.#quantile(0.5), p99: this.#quantile(0.99) }
  }

  /** The smallest time that at least this share of the responses did not exceed. */
  #quantile(share: number): number {
    const wanted = Math.ceil(share * this.#total)
    let reached = 0
    let last = 0
    for (const [bucket, count] of [...this.#counts].sort(([a], [b]) => a - b)) {
      if (reached < wanted) last = bucket
      reached += count
    }
    return Number(Math.exp(last * STEP).toPrecision(3))
  }
}
