import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { jitter, type Leak, NOISES, type Noise, simulateTimes } from '../../proof/calibration/timing/simulated.ts'
import { seeded } from '../uniformity/random.ts'
import { differencesOf, rejectedIn } from './compare-classes.ts'
import { difference, nothingFound } from './describe-timing.ts'
import { detectable } from './detectable.ts'
import { eProcess, rank } from './e-process.ts'
import { pairsOf, type Samples, timesOf } from './samples.ts'
import { shiftOf } from './shift.ts'
import { outcomeOf } from './verdict.ts'

// Guards against hanging only: a busy machine may be slow.
vi.setConfig({ testTimeout: 120_000 })

const onKnown =
  (us: number): Leak =>
  (label) =>
    ['wrong-secret', 'revoked', 'expired'].includes(label) ? us : 0

const isSeen = (noise: Noise, leak: Leak, blocks: number, seed: number): boolean =>
  rejectedIn(simulateTimes({ noise, leak }, blocks, seed)).some(({ role }) => role === 'compared')

const timesSeen = (noise: Noise, leak: Leak, blocks: number, runs: number): number =>
  Array.from({ length: runs }, (_, i) => isSeen(noise, leak, blocks, 900 + i)).filter(Boolean).length

const calm = NOISES['loopback, ± 5 µs']!

describe('ranks', () => {
  it('lie between 0 and 1, with mid-ranks for equal values', () => {
    const sorted = Float64Array.of(1, 2, 2, 3)
    expect([0, 1, 2, 2.5, 9].map((value) => rank(value, sorted) * 5)).toEqual([0.5, 1, 2.5, 3.5, 4.5])
  })
})

describe('the e-process', () => {
  it('depends only on the order of times', () => {
    const sample = fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 })), {
      minLength: 12,
      maxLength: 40,
    })
    fc.assert(
      fc.property(sample, (pairs) => {
        const [xs, ys] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)]
        const bent = (values: number[]) => values.map((value) => Math.exp(value / 5) - 3)
        expect(eProcess(bent(xs), bent(ys))).toEqual(eProcess(xs, ys))
      }),
      { seed: 1, numRuns: 50 },
    )
  })

  it('reverses its tilt when the classes are swapped', () => {
    const [xs, ys] = pairOf(simulateTimes({ noise: calm, leak: onKnown(3) }, 80, 4))
    const [there, back] = [eProcess(xs, ys), eProcess(ys, xs)]
    expect(back.log).toBeCloseTo(there.log, 9)
    expect(back.tilt).toBeCloseTo(-there.tilt, 9)
  })

  it('is at most one on average without a leak, with any noise', () => {
    const random = seeded(7)
    const values = Array.from({ length: 4000 }, () => {
      const load = 1 + random() * 5
      const draw = () => Array.from({ length: 30 }, (_, k) => load * k + Math.exp(3 * random()))
      return Math.exp(eProcess(draw(), draw()).last)
    })
    expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeLessThan(1.15)
  })

  it('reaches x in at most one of x runs, checked after every block', () => {
    const random = seeded(8)
    const draw = () => Array.from({ length: 60 }, () => random() ** 3)
    const logs = Array.from({ length: 2000 }, () => eProcess(draw(), draw()).log)
    for (const x of [10, 20, 100]) expect(logs.filter((log) => log >= Math.log(x)).length).toBeLessThan(2000 / x)
  })
})

describe('leak-free servers', () => {
  it.each(Object.entries(NOISES))('are never rejected: %s', (_, noise) => {
    expect(timesSeen(noise, () => 0, 60, 40)).toBe(0)
    expect(timesSeen(noise, () => 0, 240, 6)).toBe(0)
  })

  it('may differ by nanoseconds, and by much more without a key', () => {
    expect(isSeen((random) => 100 + random(), onKnown(0.4), 480, 1)).toBe(false)
    expect(isSeen(calm, (label) => (label === 'missing' || label === 'malformed' ? 500 : 0), 60, 1)).toBe(false)
  })
})

describe('leaking servers', () => {
  it.each([
    ['100 µs on loopback, at quick', calm, 100, 60, 10],
    ['5 µs on loopback', calm, 5, 480, 10],
    ['20 µs beside processor hogs', NOISES['processor hogs']!, 20, 480, 10],
    ['400 µs in a jitter of 1 ms', jitter(1000), 400, 480, 9],
    ['4 ms in a jitter of 10 ms', jitter(10_000), 4000, 480, 9],
    ['200 µs from 20 ms away', NOISES['20 ms away, ± 0.2 ms']!, 200, 480, 9],
  ] as const)('are rejected: %s', (_, noise, us, blocks, least) => {
    expect(timesSeen(noise, onKnown(us), blocks, 10)).toBeGreaterThanOrEqual(least)
  })

  it('are rejected for one form only, and for an occasional leak', () => {
    const bearer: Leak = (label, part) => (part === 'by Bearer' ? onKnown(50)(label, part, 0) : 0)
    const some: Leak = (label, part, n) => (n % 5 < 2 ? onKnown(300)(label, part, n) : 0)
    const [worst] = differencesOf(simulateTimes({ noise: calm, leak: bearer }, 240, 3))
    expect(worst).toMatchObject({ part: 'by Bearer' })
    const seen = differencesOf(simulateTimes({ noise: calm, leak: some }, 480, 3))
    expect(seen.length).toBeGreaterThan(0)
    expect(difference(seen[0]!)).toMatch(/ longer( on average, though not each time,)? than an unknown key_id/)
  })

  it('have a shift within its interval', () => {
    const [worst] = differencesOf(simulateTimes({ noise: jitter(1000), leak: onKnown(600) }, 480, 2))
    expect(worst!.labels[1]).toMatch('unknown')
    expect(worst!.lower).toBeLessThan(600)
    expect(worst!.upper).toBeGreaterThan(600)
    expect(Math.abs(worst!.estimate - 600)).toBeLessThan(150)
  })
})

describe('words', () => {
  const found = { labels: ['unknown', 'wrong-secret'], part: '', role: 'compared', blocks: 50, log: 30 } as const

  it('state the shift with its interval', () => {
    expect(difference({ ...found, estimate: 40, lower: 35, upper: 45.4 })).toBe(
      'an unknown key_id takes 40 µs (between 35 and 45 µs) longer than a wrong secret',
    )
    expect(
      difference({ ...found, part: 'by Bearer', estimate: 2130, lower: 1900, upper: Number.POSITIVE_INFINITY }),
    ).toBe('an unknown key_id takes 2.1 ms (at least 1.9 ms) longer than a wrong secret by Bearer')
  })

  it('state the detectable shift', () => {
    expect(nothingFound(150.4)).toBe(
      'No difference found; one of 150 µs or more would be seen from here in four runs of five.',
    )
  })
})

describe('the verdict', () => {
  const measured = (us: number, seed: number, leak = onKnown(us)) => ({
    samples: simulateTimes({ noise: calm, leak }, 120, seed),
    others: [],
  })
  const outcome = (us: number, again?: number) =>
    outcomeOf({ measured: measured(us, 1), ...(again !== undefined && { again: measured(again, 2) }), exchanges: [] })

  it('is a failure only from a millisecond up, confirmed on a second connection', () => {
    expect(outcome(2000, 2000).finding).toMatchObject({ kind: 'violation', actual: expect.stringContaining('2.0 ms') })
    expect(outcome(2000, 2000).finding).not.toHaveProperty('onlyWarning')
    expect(outcome(2000).finding).toHaveProperty('onlyWarning', true)
    expect(outcome(2000, 50).finding).toHaveProperty('onlyWarning', true)
    expect(outcome(400, 400).finding).toHaveProperty('onlyWarning', true)
  })

  it('is unclear if unissued key_ids differ', () => {
    const ofTheId: Leak = (label) => (label === 'unknown placebo' ? 200 : 0)
    const { finding } = outcomeOf({ measured: measured(0, 1, ofTheId), exchanges: [] })
    expect(finding).toMatchObject({ kind: 'unclear', why: expect.stringContaining('differ among themselves') })
  })

  it('is unclear if the detectable shift is too large', () => {
    const samples = simulateTimes({ noise: jitter(10_000) }, 60, 1)
    const { finding, measurement } = outcomeOf({ measured: { samples, others: [] }, exchanges: [] })
    expect(finding).toMatchObject({ kind: 'unclear', why: expect.stringContaining('too coarse') })
    expect(measurement!.detectable).toBeGreaterThan(1000)
  })

  it('of a leak-free server has no finding and states the detectable shift', () => {
    const { finding, measurement } = outcome(0)
    expect(finding).toBeUndefined()
    expect(measurement!.summary).toMatch(/^No difference found; one of \d+ µs or more would be seen/)
    expect(measurement!.pairs.some(({ rejected }) => rejected)).toBe(false)
    for (const { times } of measurement!.classes) expect(times).toEqual(times.toSorted((a, b) => a - b))
  })
})

describe('shifts', () => {
  it('have an interval that contains the true one', () => {
    for (let seed = 0; seed < 20; seed++) {
      const [xs, ys] = pairOf(simulateTimes({ noise: jitter(1000), leak: onKnown(250) }, 120, seed))
      const { lower, estimate, upper } = shiftOf(ys, xs, Math.log(1000))
      expect(lower).toBeLessThan(250)
      expect(upper).toBeGreaterThan(250)
      expect(lower).toBeLessThanOrEqual(estimate)
      expect(upper).toBeGreaterThanOrEqual(estimate)
    }
  })

  it('have infinite bounds with too few blocks', () => {
    const [xs, ys] = pairOf(simulateTimes({ noise: calm }, 12, 1))
    expect(shiftOf(xs, ys, 10)).toMatchObject({ lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY })
  })

  it('are detected about as often as predicted', () => {
    const noise = jitter(1000)
    const smallest = detectable(simulateTimes({ noise }, 240, 5))
    expect(timesSeen(noise, onKnown(2 * smallest), 240, 10)).toBe(10)
    expect(timesSeen(noise, onKnown(smallest / 4), 240, 10)).toBeLessThan(3)
  })
})

/** `unknown` and `wrong-secret`. */
function pairOf(samples: Samples): [number[], number[]] {
  const pair = pairsOf(samples).find(({ labels, part }) => part === '' && labels.join() === 'unknown,wrong-secret')
  return timesOf(samples, pair!)
}
