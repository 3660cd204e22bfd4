import type { RuleResult } from '../../core/results.ts'

/** Times within 5% of each other are counted as one: a rule that waits for a million answers keeps a few hundred counts. */
const STEP = Math.log(1.05)
/** Milliseconds; below it a clock says nothing. */
const LEAST = 0.01

/** How long answers took, in memory that does not grow with their number. */
export class Latencies {
  readonly #counts = new Map<number, number>()
  #total = 0

  add(ms: number): void {
    const place = Math.round(Math.log(Math.max(ms, LEAST)) / STEP)
    this.#counts.set(place, (this.#counts.get(place) ?? 0) + 1)
    this.#total++
  }

  /** Undefined where no answer came. */
  summary(): RuleResult['latency'] {
    return this.#total === 0 ? undefined : { p50: this.#quantile(0.5), p99: this.#quantile(0.99) }
  }

  /** The smallest time that at least such a part of the answers did not exceed. */
  #quantile(part: number): number {
    const wanted = Math.ceil(part * this.#total)
    let reached = 0
    let last = 0
    for (const [place, count] of [...this.#counts].sort(([a], [b]) => a - b)) {
      if (reached < wanted) last = place
      reached += count
    }
    return Number(Math.exp(last * STEP).toPrecision(3))
  }
}
