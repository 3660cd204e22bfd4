import { describe, expect, it } from 'vitest'
import { holm, plainP, westfallYoung } from './permutation.ts'

const of = (...values: number[]) => Float64Array.from(values)

describe('plainP', () => {
  it('is the share of values at least as large as the first', () => {
    expect(plainP(of(3, 1, 2, 4))).toBe(2 / 4)
    expect(plainP(of(5, 1, 2, 4))).toBe(1 / 4)
    expect(plainP(of(1, 1, 1, 1))).toBe(1)
    expect(plainP(of(0, 1, 2, 4))).toBe(1)
  })

  it('treats values that differ by rounding as equal', () => {
    expect(plainP(of(0.3, 0.1 + 0.2 - 1e-12, 0.1))).toBe(2 / 3)
    expect(plainP(of(0.3, 0.3 - 1e-6, 0.1))).toBe(1 / 3)
  })
})

describe('westfallYoung', () => {
  const flat = of(1, 1, 1, 1, 1)
  const clear = of(9, 1, 2, 1.5, 1)
  const dull = of(1, 9, 2, 1.5, 1)

  it('returns the plain p-value of a single test', () => expect(westfallYoung([clear]).adjusted).toEqual([1 / 5]))

  it('compares with the largest score of all tests in each permutation', () => {
    const { adjusted } = westfallYoung([clear, dull])
    expect(adjusted).toEqual([2 / 5, 1])
  })

  it('is not weakened by a constant test', () => {
    const { adjusted, scores } = westfallYoung([clear, flat])
    expect(adjusted).toEqual([1 / 5, 1])
    expect(scores[1]).toBe(0)
  })

  it('accepts an empty list', () => expect(westfallYoung([])).toEqual({ adjusted: [], scores: [] }))

  it('gives gamma values of any scale scores with mean 0 and variance 1', () => {
    const [near] = westfallYoung([of(2, 1, 3, 2, 1, 3)]).scores
    const [far] = westfallYoung([of(2000, 1000, 3000, 2000, 1000, 3000)]).scores
    expect(near).toBeCloseTo(far!, 12)
    // Wilson–Hilferty computed by hand: mean 2, variance 2/3.
    expect(near).toBeCloseTo((Math.cbrt(1) - 1 + 1 / 54) / Math.sqrt(1 / 54), 12)
  })
})

describe('Holm', () => {
  it('multiplies by the number of remaining tests, capped at 1 and monotone', () => {
    expect(holm([0.5, 0.001, 0.4])).toEqual([0.8, 0.003, 0.8])
    expect(holm([0.9, 0.9])).toEqual([1, 1])
    expect(holm([])).toEqual([])
  })
})
