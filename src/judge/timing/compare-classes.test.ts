import { describe, expect, it } from 'vitest'
import { seeded } from '../uniformity/random.ts'
import { ALPHA, comparedIn, differencesOf, rejectedIn, thresholdOf } from './compare-classes.ts'
import { detectable } from './detectable.ts'
import { eProcess } from './e-process.ts'
import { type Pair, pairsOf, type Samples } from './samples.ts'
import { NEGLIGIBLE } from './shift.ts'

/** Delay by class, optionally in one part only. */
function samples(later: Record<string, number>, blocks = 40, { parts = [''], width = 4, seed = 5 } = {}): Samples {
  const random = seeded(seed)
  const labels = ['missing', 'unknown', 'unknown placebo', 'wrong-secret', 'revoked']
  const where = Array.from({ length: blocks }, (_, k) => parts[k % parts.length]!)
  const time = (label: string, part: string) => 50 + width * random() + (part === parts[0] ? (later[label] ?? 0) : 0)
  return {
    parts: where,
    times: Object.fromEntries(labels.map((label) => [label, where.map((part) => time(label, part))])),
  }
}
const pair = (a: string, b: string, role: Pair['role'] = 'compared', part = ''): Pair => ({
  labels: [a, b],
  part,
  role,
})
const named = (pairs: readonly Pair[]) => pairs.map(({ labels, part }) => `${labels.join(' / ')}${part && ` ${part}`}`)

it('the threshold grows with the number of compared pairs', () => {
  const one = pair('unknown', 'revoked')
  const others = [pair('missing', 'revoked', 'informational'), pair('unknown', 'unknown placebo', 'placebo')]
  expect(ALPHA).toBe(0.001)
  expect(thresholdOf([one, ...others])).toBeCloseTo(Math.log(1000), 9)
  expect(thresholdOf([one, one, one])).toBeCloseTo(Math.log(3000), 9)
})

describe('differences', () => {
  it('exist only between classes with a key_id', () => {
    const found = rejectedIn(samples({ missing: 900, revoked: 90 }))
    expect(named(found)).toEqual(['unknown / revoked', 'wrong-secret / revoked'])
    expect(named(rejectedIn(samples({ 'unknown placebo': 90 })))).toEqual(['unknown / unknown placebo'])
    expect(rejectedIn(samples({}))).toEqual([])
  })

  it('are sorted with the clearest first and name the slower class first', () => {
    const found = differencesOf(samples({ revoked: 60, unknown: 300 }, 60))
    expect(named(found)).toEqual([
      ...['unknown / unknown placebo', 'unknown / wrong-secret', 'unknown / revoked'].sort(
        (a, b) => lowerOf(b) - lowerOf(a),
      ),
      'revoked / wrong-secret',
    ])
    function lowerOf(name: string) {
      return found.find(({ labels }) => labels.join(' / ') === name)!.lower
    }
    for (const { estimate, lower, upper } of found)
      expect(lower <= estimate && estimate <= upper && lower > 0).toBe(true)
    expect(found[0]).toMatchObject({ blocks: 60, role: expect.any(String) })
  })

  it('are sorted by clarity, not by size', () => {
    const all = samples({ revoked: 60 }, 60)
    const random = seeded(9)
    const loud = all.times.unknown!.map((time) => time + 25 + 110 * random())
    const found = differencesOf({ ...all, times: { ...all.times, 'wrong-secret': loud } })
    const [clear, large] = ['revoked / unknown', 'wrong-secret / unknown'].map(
      (name) => found.find(({ labels }) => labels.join(' / ') === name)!,
    )
    expect([clear!.lower > large!.lower, clear!.estimate < large!.estimate]).toEqual([true, true])
    expect(found.indexOf(clear!)).toBeLessThan(found.indexOf(large!))
  })

  it('without bounds are sorted by size', () => {
    // Slow in three of ten blocks: no constant shift explains it.
    const uneven = samples({}, 400, { width: 8 })
    const late = (label: string, by: number) => uneven.times[label]!.map((time, k) => time + (k % 10 < 3 ? by : 0))
    const times = { ...uneven.times, revoked: late('revoked', 300), 'wrong-secret': late('wrong-secret', 900) }
    const found = differencesOf({ ...uneven, times })
    const endless = found.filter(({ lower }) => lower === Number.NEGATIVE_INFINITY)
    expect(found.slice(-endless.length)).toEqual(endless)
    const estimates = endless.map(({ estimate }) => estimate)
    expect(estimates).toEqual(estimates.toSorted((a, b) => b - a))
    expect(estimates.length).toBeGreaterThan(1)
  })

  it('are reversed if the second class is slower', () => {
    const all = samples({ revoked: 60 })
    const [there, back] = [pair('revoked', 'unknown'), pair('unknown', 'revoked')].map((one) =>
      comparedIn(all, one, Math.log(1000)),
    )
    expect(there!.labels).toEqual(['revoked', 'unknown'])
    expect(back!.labels).toEqual(['revoked', 'unknown'])
    for (const name of ['estimate', 'lower', 'upper', 'log'] as const)
      expect(Math.abs(back![name] - there![name]), name).toBeLessThan(0.5)
    expect(there!.log).toBe(eProcess(all.times.revoked!, all.times.unknown!).log)
    expect(there!.blocks).toBe(40)
  })
})

describe('the detectable shift', () => {
  it('grows with the noise and shrinks with the number of blocks', () => {
    const [calm, loud, long] = [samples({}), samples({}, 40, { width: 400 }), samples({}, 160)].map((one) =>
      detectable(one),
    )
    expect(loud! / calm!).toBeGreaterThan(10)
    expect(long!).toBeLessThan(calm!)
    expect(calm!).toBeGreaterThan(NEGLIGIBLE)
  })

  it('depends on the noise, not on existing differences', () => {
    const [calm, leaky] = [samples({}), samples({ revoked: 300, 'wrong-secret': 300 })].map((one) => detectable(one))
    expect(leaky! / calm!).toBeGreaterThan(10)
  })

  it('is deterministic for a seed', () => {
    expect(detectable(samples({}, 60))).toBe(detectable(samples({}, 60)))
    expect(detectable(samples({ missing: 9000 }, 60))).toBe(detectable(samples({}, 60)))
  })

  it('is infinite with too few blocks or without compared pairs', () => {
    expect(detectable(samples({}, 11))).toBe(Number.POSITIVE_INFINITY)
    expect(pairsOf({ parts: [''], times: { missing: [1], revoked: [2] } })).toHaveLength(1)
    expect(detectable({ parts: new Array(40).fill(''), times: { unknown: samples({}).times.unknown! } })).toBe(
      Number.POSITIVE_INFINITY,
    )
  })

  it('is about the shift detected in four of five runs', () => {
    const smallest = detectable(samples({}, 80))
    const detections = (by: number) =>
      Array.from({ length: 20 }, (_, seed) => rejectedIn(samples({ revoked: by }, 80, { seed: seed + 20 }))).filter(
        (found) => named(found).includes('unknown / revoked'),
      ).length
    expect(detections(smallest * 1.5)).toBeGreaterThanOrEqual(16)
    expect(detections(smallest * 0.6)).toBeLessThanOrEqual(14)
  })
})
