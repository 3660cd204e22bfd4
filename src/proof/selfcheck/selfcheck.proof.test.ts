import { describe, expect, test } from 'vitest'
import { allRules } from '../../core/catalog.ts'
import type { Job } from './job.ts'
import { digestOf, type Entry, isAsSaid, matrixOf } from './matrix.ts'
import { runJobs } from './run-jobs.ts'

const rules = await allRules()
const faults = matrixOf(rules, 'fault')
const freedoms = matrixOf(rules, 'freedom')
// Timing rules need a quiet machine and have their own tests.
const jobs = (entries: readonly Entry[], how: Pick<Job, 'depth' | 'alone'>, seed = 1): Job[] =>
  entries.filter(({ timed }) => !timed).map((entry) => ({ entry, seed, ...how }))
const describeOutcome = ({ entry, why }: { entry: Entry; why?: string }) => `${entry.id}: ${why}`

describe('the quick proof for every change', { timeout: 600_000 }, () => {
  test('every fault fails its own rule with a violation', async () => {
    const quick = await runJobs(jobs(faults, { depth: 'quick', alone: true }))
    expect(quick.length).toBeGreaterThanOrEqual(250)
    const rest = quick.filter(({ good }) => !good).map(({ entry }) => entry)
    // Standard depth includes the cases of quick depth.
    const standard = await runJobs(jobs(rest, { depth: 'standard', alone: true }))
    const missed = standard.filter(({ good }) => !good)
    expect(missed.map(describeOutcome)).toEqual([])
  })

  // Whole runs, since rules share requests at quick depth. A sample of the faults is enough.
  test('quick depth catches faults or their rules declare the miss', async () => {
    const some = faults.filter((_, i) => i % 20 === 0)
    const outcomes = await runJobs(jobs(some, { depth: 'quick', alone: false }))
    expect(outcomes.filter((outcome) => !isAsSaid(outcome)).map(describeOutcome)).toEqual([])
    expect(outcomes.length).toBeGreaterThanOrEqual(30)
  })

  // `npm run selfcheck` runs all freedoms, which takes many minutes.
  test('every eighth freedom fails no rule', async () => {
    const some = freedoms.filter((_, i) => i % 8 === 0)
    const outcomes = await runJobs(jobs(some, { depth: 'quick', alone: false }))
    expect(outcomes.length).toBeGreaterThanOrEqual(60)
    expect(outcomes.filter(({ good }) => !good).map(describeOutcome)).toEqual([])
  })
})

test('the digest identifies a matrix independently of its order', () => {
  expect(digestOf([...faults].reverse())).toBe(digestOf(faults))
  expect(digestOf(faults.slice(1))).not.toBe(digestOf(faults))
})
