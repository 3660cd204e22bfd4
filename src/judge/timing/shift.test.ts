import { describe, expect, it } from 'vitest'
import { seeded } from '../uniformity/random.ts'
import { eProcess } from './e-process.ts'
import { isRejected, NEGLIGIBLE, shiftOf } from './shift.ts'

const random = seeded(11)
const draw = (blocks: number, by = 0) => Array.from({ length: blocks }, () => 100 + by + 8 * random())
const THRESHOLD = Math.log(1000)
const evidence = (xs: readonly number[], ys: readonly number[], shift: number) => eProcess(xs, ys, shift).log

/** Expects shifts to be rejected from this bound on. */
function expectEnds(xs: readonly number[], ys: readonly number[], { lower, upper }: { lower: number; upper: number }) {
  for (const [end, out] of [
    [lower, -1],
    [upper, 1],
  ] as const) {
    expect(evidence(xs, ys, end + out * 0.2)).toBeGreaterThanOrEqual(THRESHOLD)
    expect(evidence(xs, ys, end - out * 0.2)).toBeLessThan(THRESHOLD)
  }
}

describe('the shift between two classes', () => {
  it.each([
    ['twenty microseconds', 20],
    ['less than the other', -20],
    ['nothing', 0],
    ['a second', 1_000_000],
  ])('has an interval of the shifts that are not rejected: %s', (_, by) => {
    const [xs, ys] = [draw(80, by), draw(80)]
    const { estimate, lower, upper, uneven } = shiftOf(xs, ys, THRESHOLD)
    expect(uneven).toBeUndefined()
    expect(Math.abs(estimate - by)).toBeLessThan(1.5)
    expect(Math.abs(eProcess(xs, ys, estimate - 0.3).tilt)).toBeGreaterThan(0)
    expect(eProcess(xs, ys, estimate - 0.3).tilt).toBeGreaterThan(0)
    expect(eProcess(xs, ys, estimate + 0.3).tilt).toBeLessThan(0)
    expect([lower < estimate, estimate < upper]).toEqual([true, true])
    expectEnds(xs, ys, { lower, upper })
  })

  it('has bounds that an outlier does not widen', () => {
    const [xs, ys] = [draw(80, 20), draw(80)]
    xs[7]! += 1_000_000
    expectEnds(xs, ys, shiftOf(xs, ys, THRESHOLD))
  })

  it('has infinite bounds with too few blocks', () => {
    expect(shiftOf(draw(12), draw(12), THRESHOLD)).toMatchObject({
      lower: Number.NEGATIVE_INFINITY,
      upper: Number.POSITIVE_INFINITY,
    })
    const none = shiftOf([], [], THRESHOLD)
    expect([none.estimate, none.lower, none.upper]).toEqual([expect.any(Number), -Infinity, Infinity])
    expect(Math.abs(none.estimate)).toBeLessThanOrEqual(1)
  })

  it('is the difference of the means if one class is slow occasionally', () => {
    const ys = draw(400)
    const xs = draw(400).map((x, i) => x + (i % 10 < 3 ? 300 : 0))
    const { estimate, ...rest } = shiftOf(xs, ys, THRESHOLD)
    expect(rest).toEqual({ lower: -Infinity, upper: Infinity, uneven: true })
    const mean = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0) / of.length
    expect(estimate).toBeCloseTo(mean(xs) - mean(ys), 6)
  })
})

describe('a difference', () => {
  const fine = Array.from({ length: 120 }, () => 100 + random() / 5)
  const moved = (by: number) => fine.map(() => 100 + by + random() / 5)

  it('counts beyond the negligible shift in both directions', () => {
    expect([3, 1.5, -1.5, -3].map((by) => isRejected(moved(by), fine, THRESHOLD))).toEqual([true, true, true, true])
    const near = [NEGLIGIBLE / 2, -NEGLIGIBLE / 2, 0.9, -0.9, 0]
    expect(near.map((by) => isRejected(moved(by), fine, THRESHOLD))).toEqual(near.map(() => false))
    expect(evidence(moved(NEGLIGIBLE / 2), fine, 0)).toBeGreaterThan(THRESHOLD)
  })

  it('does not count if it is hardly more than negligible', () => {
    // Both bounds have the same tilt, but one of them is not rejected.
    const over = fine.map((y, i) => y + NEGLIGIBLE + (i % 2 === 0 ? 0.02 : -0.01))
    expect(eProcess(over, fine, NEGLIGIBLE).tilt).toBeGreaterThan(0)
    expect(isRejected(over, fine, THRESHOLD)).toBe(false)
  })

  it('must reach the threshold', () => {
    const [xs, ys] = [moved(30), fine]
    const { log } = eProcess(xs, ys, NEGLIGIBLE)
    expect(isRejected(xs, ys, log - 1e-9)).toBe(true)
    expect([log, log + 1e-9].map((threshold) => isRejected(xs, ys, threshold))).toEqual([true, false])
    const less = moved(-30)
    const exact = eProcess(less, ys, -NEGLIGIBLE).log
    expect([exact, exact + 1e-9].map((threshold) => isRejected(less, ys, threshold))).toEqual([true, false])
    expect(isRejected(moved(3).slice(0, 12), fine.slice(0, 12), THRESHOLD)).toBe(false)
  })

  it('counts if one class is slow occasionally and no shift explains it', () => {
    // Usually half a microsecond faster, but much slower in a third of the blocks: the bounds have opposite tilts.
    const ys = Array.from({ length: 500 }, () => 100 + random() / 5)
    const xs = ys.map((_, i) => (i % 3 === 0 ? 400 : 99.5) + random() / 5)
    const tilts = [-NEGLIGIBLE, NEGLIGIBLE].map((shift) => Math.sign(eProcess(xs, ys, shift).tilt))
    expect(tilts).toEqual([1, -1])
    expect(isRejected(xs, ys, THRESHOLD)).toBe(true)
  })
})
