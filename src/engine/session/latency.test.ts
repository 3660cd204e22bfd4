import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Latencies } from './latency.ts'

const of = (times: readonly number[]) => {
  const latencies = new Latencies()
  for (const ms of times) latencies.add(ms)
  return latencies.summary()
}

test('has no summary without responses', () => expect(of([])).toBeUndefined())

test('half of the times are within p50, 99 of 100 within p99', () => {
  const { p50, p99 } = of(Array.from({ length: 1000 }, (_, i) => i + 1))!
  expect(p50 / 500).toBeCloseTo(1, 1)
  expect(p99 / 990).toBeCloseTo(1, 1)
})

test('is within 3% of the true quantiles', () => {
  const times = fc.array(fc.double({ min: 0.01, max: 600_000, noNaN: true }), { minLength: 1, maxLength: 300 })
  fc.assert(
    fc.property(times, (some) => {
      const sorted = [...some].sort((a, b) => a - b)
      const { p50, p99 } = of(some)!
      expect(Math.abs(p50 / sorted[Math.ceil(0.5 * some.length) - 1]! - 1)).toBeLessThan(0.03)
      expect(Math.abs(p99 / sorted[Math.ceil(0.99 * some.length) - 1]! - 1)).toBeLessThan(0.03)
    }),
  )
})

test('accepts a time below the clock resolution', () => expect(of([0])!.p99).toBeLessThan(0.02))
