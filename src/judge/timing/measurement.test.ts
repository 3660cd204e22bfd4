import { expect, it } from 'vitest'
import { comparedIn, thresholdOf } from './compare-classes.ts'
import { measurementOf } from './measurement.ts'
import { pairsOf, type Samples } from './samples.ts'

/** Times that rise from block to block, with a delay of revoked keys. */
const samples = (by: number): Samples => {
  const parts = Array.from({ length: 60 }, (_, k) => (k % 2 ? 'by Bearer' : 'by X-Api-Key'))
  const time = (from: number, step: number) => parts.map((_, k) => from + ((k * step) % 60) / 10)
  const times = { missing: time(20, 7), unknown: time(50, 11), revoked: time(50 + by, 13) }
  return { parts, times: { ...times, missing: times.missing.map((one, k) => (k === 5 ? Number.NaN : one)) } }
}
const measure = (by: number, detectable = 12.345) => {
  const all = samples(by)
  const found = pairsOf(all).filter(({ role }) => role === 'compared')
  const differences = by === 0 ? [] : found.map((pair) => comparedIn(all, pair, thresholdOf(pairsOf(all))))
  return measurementOf(all, differences, { summary: 'S', detectable })
}

it('contains the rounded results and the distribution of each class', () => {
  const found = measure(0)
  expect(found).toMatchObject({ summary: 'S', blocks: 60, detectable: 12.35 })
  expect(found.threshold).toBe(3.48)
  expect(found.quantiles).toEqual([0, 0.01, ...Array.from({ length: 19 }, (_, i) => (i + 1) / 20), 0.99, 1])
  expect(found.classes.map(({ label, answers }) => [label, answers])).toEqual([
    ['missing', 59],
    ['unknown', 60],
    ['revoked', 60],
  ])
  const { times } = found.classes[1]!
  expect([times.length, times[0], times[11], times.at(-1)]).toEqual([23, 50, 53, 55.9])
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})

it('has no times for a class without a response', () => {
  const { parts, times } = samples(0)
  const none = { parts, times: { ...times, revoked: parts.map(() => Number.NaN) } }
  const { classes } = measurementOf(none, [], { summary: '', detectable: Number.POSITIVE_INFINITY })
  expect(classes[2]).toEqual({ label: 'revoked', answers: 0, times: [] })
})

it('is null if no shift is detectable', () => {
  expect(measure(0, Number.POSITIVE_INFINITY).detectable).toBeNull()
})

it('contains all pairs over all blocks, and the differing pairs of a part', () => {
  const plain = measure(0).pairs
  expect(plain.map(({ slower, faster, part }) => [slower, faster].sort().join() + part)).toEqual([
    'missing,unknown',
    'missing,revoked',
    'revoked,unknown',
  ])
  expect(plain.every(({ rejected }) => !rejected)).toBe(true)
  const { pairs } = measure(40)
  expect(pairs.filter(({ rejected }) => rejected)).toMatchObject([
    { slower: 'revoked', faster: 'unknown', part: '', blocks: 60 },
    { slower: 'revoked', faster: 'unknown', part: 'by X-Api-Key', blocks: 30, upper: null },
    { slower: 'revoked', faster: 'unknown', part: 'by Bearer', role: 'compared' },
  ])
  const [whole] = pairs.filter(({ rejected }) => rejected)
  const shift = comparedIn(samples(40), pairsOf(samples(40)).find(({ role }) => role === 'compared')!, 8)
  expect(whole!.shift).toBeCloseTo(shift.estimate, 2)
  expect(whole!.evidence).toBeCloseTo(shift.log / Math.LN10, 2)
  expect(measure(40).pairs.filter(({ part }) => part === '')).toHaveLength(3)
})
