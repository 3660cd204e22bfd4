import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RuleResult, TargetResult } from '../../core/results.ts'
import { measuredChanges, signTest } from './compare.ts'

const target = (requests: number, times: readonly number[]): TargetResult =>
  ({
    requests,
    rules: times.map((p50, i) => ({ id: `a.r${i}`, latency: { p50, p99: p50 * 3 } }) as RuleResult),
  }) as unknown as TargetResult

const FLAT = Array.from({ length: 40 }, (_, i) => 2 + (i % 5))
const changed = (before: TargetResult, after: TargetResult) => measuredChanges(before, after).map(({ what }) => what)

test('reports a deployment that is twice as slow or twice as fast everywhere', () => {
  const slow = FLAT.map((ms) => ms * 2)
  expect(measuredChanges(target(1000, FLAT), target(1000, slow))).toEqual([
    { what: 'median response time', before: 4, after: 8, unit: ' ms' },
  ])
  expect(changed(target(1000, slow), target(1000, FLAT))).toEqual(['median response time'])
})

test('a few rules that got slower, or a small change of all, is noise', () => {
  expect(
    changed(
      target(1000, FLAT),
      target(
        1000,
        FLAT.map((ms, i) => (i < 9 ? ms * 50 : ms)),
      ),
    ),
  ).toEqual([])
  expect(
    changed(
      target(1000, FLAT),
      target(
        1000,
        FLAT.map((ms) => ms * 1.2),
      ),
    ),
  ).toEqual([])
})

test('requests beyond what a seed changes', () => {
  expect(changed(target(1430, []), target(1460, []))).toEqual([])
  expect(changed(target(1430, []), target(2430, []))).toEqual(['requests'])
})

test('the sign test gives chances: of all ways together one, the fewer the more agree', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), (n) => {
      const half = Math.ceil(n / 2)
      const chances = Array.from({ length: n - half + 1 }, (_, i) => signTest(half + i, n))
      return chances.every((p, i) => p > 0 && p <= 1 && (i === 0 || p <= chances[i - 1]!))
    }),
  )
  expect(signTest(10, 10)).toBeCloseTo(2 / 1024)
})
