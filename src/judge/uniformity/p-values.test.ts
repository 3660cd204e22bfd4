import { describe, expect, it } from 'vitest'
import { holm, plainP, westfallYoung } from './p-values.ts'

const of = (...values: number[]) => Float64Array.from(values)

describe('a p-value', () => {
  it('is the share of values at least as large as the true one, which stands first', () => {
    expect(plainP(of(3, 1, 2, 4))).toBe(2 / 4)
    expect(plainP(of(5, 1, 2, 4))).toBe(1 / 4)
    expect(plainP(of(1, 1, 1, 1))).toBe(1)
    expect(plainP(of(0, 1, 2, 4))).toBe(1)
  })

  it('takes equals as equal, however they were rounded', () => {
    expect(plainP(of(0.3, 0.1 + 0.2 - 1e-12, 0.1))).toBe(2 / 3)
    expect(plainP(of(0.3, 0.3 - 1e-6, 0.1))).toBe(1 / 3)
  })
})

describe('p-values of several tests', () => {
  const flat = of(1, 1, 1, 1, 1)
  const clear = of(9, 1, 2, 1.5, 1)
  const dull = of(1, 9, 2, 1.5, 1)

  it('of one test is that of the test', () => expect(westfallYoung([clear]).adjusted).toEqual([1 / 5]))

  it('go by the largest of all tests in each permutation', () => {
    const { adjusted } = westfallYoung([clear, dull])
    expect(adjusted).toEqual([2 / 5, 1])
  })

  it('are not weakened by a test in which nothing varies', () => {
    const { adjusted, scores } = westfallYoung([clear, flat])
    expect(adjusted).toEqual([1 / 5, 1])
    expect(scores[1]).toBe(0)
  })

  it('of none are none', () => expect(westfallYoung([])).toEqual({ adjusted: [], scores: [] }))

  it('have scores of mean 0 and spread 1 where values are gamma, whatever their scale', () => {
    const [near] = westfallYoung([of(2, 1, 3, 2, 1, 3)]).scores
    const [far] = westfallYoung([of(2000, 1000, 3000, 2000, 1000, 3000)]).scores
    expect(near).toBeCloseTo(far!, 12)
    // Wilson and Hilferty by hand: mean 2, variance 2/3.
    expect(near).toBeCloseTo((Math.cbrt(1) - 1 + 1 / 54) / Math.sqrt(1 / 54), 12)
  })
})

describe('Holm', () => {
  it('multiplies by the number of tests that are left, never above 1 and never descending', () => {
    expect(holm([0.5, 0.001, 0.4])).toEqual([0.8, 0.003, 0.8])
    expect(holm([0.9, 0.9])).toEqual([1, 1])
    expect(holm([])).toEqual([])
  })
})
