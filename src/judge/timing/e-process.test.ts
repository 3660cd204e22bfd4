import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eProcess, rank } from './e-process.ts'

/** The definition, not optimized. */
function defined(xs: readonly number[], ys: readonly number[], shift: number) {
  const weights = [0.35, 0.25, 0.25, 0.15]
  const rhos = [3, 2, 10, 3]
  let reference: number[] = []
  let next = 10
  let [log, last] = [0, 0]
  const scores: number[][] = [[], [], [], []]
  const share = (value: number) => {
    const below = reference.filter((one) => one < value).length
    const equal = reference.filter((one) => one === value).length
    return (below + equal / 2 + 0.5) / (reference.length + 1)
  }
  const moved = xs.map((x) => x - shift)
  for (let k = 10; k < xs.length; k++) {
    if (k === next) {
      reference = [...moved.slice(0, k), ...ys.slice(0, k)]
      next = Math.ceil(k * 1.4)
    }
    const [u, v] = [share(moved[k]!), share(ys[k]!)]
    const score = [Math.log(u / v), 3 * (u - v), Math.sign(moved[k]! - ys[k]!), Math.log((1 - v) / (1 - u))]
    for (const [i, one] of score.entries()) scores[i]!.push(one)
    last = Math.log(scores.reduce((sum, of, i) => sum + weights[i]! * eValue(of, rhos[i]!), 0))
    log = Math.max(log, last)
  }
  const tilt = scores.reduce((sum, of, i) => sum + (weights[i]! * total(of)) / Math.sqrt(rhos[i]! + squares(of)), 0)
  return { log, last, tilt }
}

const total = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0)
const squares = (of: readonly number[]) => of.reduce((sum, one) => sum + one * one, 0)
const eValue = (of: readonly number[], rho: number) => {
  const spread = rho + squares(of)
  return Math.sqrt(rho / spread) * Math.exp(total(of) ** 2 / (2 * spread))
}

describe('the e-process', () => {
  const time = fc.integer({ min: 1, max: 12 })
  const blocks = fc.array(fc.tuple(time, time), { maxLength: 45, size: 'max' })

  it('matches its definition', () =>
    fc.assert(
      fc.property(blocks, fc.constantFrom(0, 2, -1.5), fc.nat(6), (pairs, shift, leak) => {
        const [xs, ys] = [pairs.map(([x]) => x + leak), pairs.map(([, y]) => y)]
        const [actual, expected] = [eProcess(xs, ys, shift), defined(xs, ys, shift)]
        for (const field of ['log', 'last', 'tilt'] as const) expect(actual[field]).toBeCloseTo(expected[field], 9)
      }),
      { seed: 3, numRuns: 150 },
    ))

  it('assumes no shift by default and gives no evidence in the first ten blocks', () => {
    const [xs, ys] = [Array.from({ length: 30 }, (_, i) => 10 + (i % 3)), Array.from({ length: 30 }, (_, i) => i % 4)]
    expect(eProcess(xs, ys)).toEqual(eProcess(xs, ys, 0))
    expect(eProcess(xs.slice(0, 10), ys.slice(0, 10))).toEqual({ log: 0, last: 0, tilt: 0 })
    expect(eProcess(xs.slice(0, 11), ys.slice(0, 11)).tilt).not.toBe(0)
  })

  it('does not overflow for a clear difference', () => {
    const n = 4000
    const { log } = eProcess(
      new Array(n).fill(0).map((_, i) => 100 + i),
      new Array(n).fill(0).map((_, i) => i / n),
    )
    expect(log).toBeGreaterThan(800)
    expect(log).toBeLessThan(Number.POSITIVE_INFINITY)
  })
})

it('ranks lie between 0 and 1, with mid-ranks for equal values', () => {
  const sorted = Float64Array.of(1, 2, 2, 3)
  expect([0, 1, 2, 2.5, 3, 9].map((value) => rank(value, sorted) * 5)).toEqual([0.5, 1, 2.5, 3.5, 4, 4.5])
  expect(rank(7, new Float64Array())).toBe(0.5)
})
