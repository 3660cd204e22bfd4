import type { RuleResult } from '../../core/results.ts'

/** Quantiles of response times in milliseconds; undefined without responses. */
export function latencyOf(times: readonly number[]): RuleResult['latency'] {
  const sorted = times.toSorted((a, b) => a - b)
  const quantile = (share: number) => Number(sorted[Math.ceil(share * sorted.length) - 1]!.toPrecision(3))
  return sorted.length === 0 ? undefined : { p50: quantile(0.5), p99: quantile(0.99) }
}
