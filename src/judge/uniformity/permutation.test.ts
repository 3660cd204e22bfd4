import { describe, expect, it, vi } from 'vitest'
import { holm, type Labelling, plainP, statistics, westfallYoung } from './permutation.ts'
import { seeded, shuffled } from './random.ts'
import type { Split } from './splits.ts'

// Guards against hanging only: a busy machine may be slow.
vi.setConfig({ testTimeout: 120_000 })

const LABELS = 6
const BLOCKS = 15
const random = seeded(20_261_121)

const starts = Int32Array.from({ length: BLOCKS + 1 }, (_, i) => i * LABELS)
const labelling = (): Labelling => {
  const labels = Array.from({ length: BLOCKS }, () => shuffled([0, 1, 2, 3, 4, 5], random)).flat()
  return { labels: Int32Array.from(labels), count: LABELS, starts }
}

const splitOf = (codes: number[], kind: Split['kind'] = 'categories'): Split => ({
  id: '',
  feature: '',
  part: '',
  kind,
  cells: Int32Array.from(codes.keys()),
  codes: Float64Array.from(codes),
  size: kind === 'ranks' ? 0 : Math.max(...codes) + 1,
})

const randomCodes = () => Array.from({ length: BLOCKS * LABELS }, () => Math.floor(random() * 3))
const randomRanks = () => Array.from({ length: BLOCKS * LABELS }, () => random() * 2 - 1)
const shareUpTo = (ps: readonly number[], limit: number) => ps.filter((p) => p <= limit).length / ps.length

describe('permutations within blocks', () => {
  it.each(['categories', 'ranks'] as const)('give uniform p-values for exchangeable labels: %s', (kind) => {
    const ps = Array.from({ length: 1_000 }, (_, seed) => {
      const split = splitOf(kind === 'ranks' ? randomRanks() : randomCodes(), kind)
      return plainP(statistics([split], labelling(), 99, seed)[0]!)
    })
    for (const limit of [0.01, 0.05, 0.1, 0.25, 0.5, 0.75]) {
      const deviation = 4 * Math.sqrt((limit * (1 - limit)) / ps.length)
      expect(Math.abs(shareUpTo(ps, limit) - limit)).toBeLessThan(deviation)
    }
  })

  it('keep the familywise level', () => {
    const least = Array.from({ length: 400 }, (_, seed) => {
      const splits = [...Array.from({ length: 10 }, () => splitOf(randomCodes())), splitOf(randomRanks(), 'ranks')]
      return Math.min(...westfallYoung(statistics(splits, labelling(), 199, seed)).adjusted)
    })
    expect(shareUpTo(least, 0.05)).toBeLessThan(0.05 + 4 * Math.sqrt((0.05 * 0.95) / 400))
    expect(shareUpTo(least, 0.5)).toBeGreaterThan(0.4)
  })

  it('do not depend on the numbering of labels and categories', () => {
    const own = labelling()
    const codes = randomCodes()
    const renamed = { ...own, labels: own.labels.map((label) => LABELS - 1 - label) }
    const [before] = statistics([splitOf(codes)], own, 50, 7)
    const [after] = statistics([splitOf(codes.map((code) => 2 - code))], renamed, 50, 7)
    for (const [i, value] of before!.entries()) expect(after![i]).toBeCloseTo(value, 9)
  })

  it('compute χ²/N', () => {
    const labels = Int32Array.from([0, 1, 0, 1, 0, 1])
    const all = { labels, count: 2, starts: Int32Array.from([0, 2, 4, 6]) }
    const values = statistics([splitOf([0, 1, 0, 1, 0, 1]), splitOf([0, 0, 1, 1, 2, 2])], all, 0, 1)
    expect(values.map(([first]) => first?.toFixed(9))).toEqual(['1.000000000', '0.000000000'])
  })

  it('find a feature of one label', () => {
    const own = labelling()
    const codes = [...own.labels].map((label) => (label === 3 ? 1 : 0))
    expect(plainP(statistics([splitOf(codes)], own, 999, 1)[0]!)).toBe(1 / 1_000)
  })
})

describe('Holm', () => {
  it('multiplies by the number of remaining tests and is monotone', () => {
    const adjusted = holm([0.01, 0.04, 0.03])
    expect(adjusted[0]).toBeCloseTo(0.03)
    expect(adjusted[1]).toBeCloseTo(0.06)
    expect(adjusted[2]).toBeCloseTo(0.06)
  })
})
