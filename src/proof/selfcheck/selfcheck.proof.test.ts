import { describe, expect, test } from 'vitest'
import { loadCatalog } from '../../core/catalog.ts'
import type { Job } from './job.ts'
import { isAsSaid } from './judge-entry.ts'
import { digestOf, type Entry, matrixOf } from './matrix.ts'
import { runJobs } from './pool.ts'

const rules = (await Promise.all([loadCatalog('a'), loadCatalog('b')])).flatMap((catalog) => catalog.rules)
const faults = matrixOf(rules, 'fault')
const freedoms = matrixOf(rules, 'freedom')
// Rules of time need a quiet machine; they have tests of their own.
const jobs = (entries: readonly Entry[], how: Pick<Job, 'depth' | 'alone'>): Job[] =>
  entries.filter(({ timed }) => !timed).map((entry) => ({ entry, seed: 1, ...how }))
const said = ({ entry, why }: { entry: Entry; why?: string }) => `${entry.id}: ${why}`

describe('the proof, in the form that every change has to pass', { timeout: 600_000 }, () => {
  test('every fault turns its own rule red, as a violation', async () => {
    const quick = await runJobs(jobs(faults, { depth: 'quick', alone: true }))
    expect(quick.length).toBeGreaterThanOrEqual(250)
    // Standard depth tries what quick tries, and more.
    const missed = quick.filter(({ good }) => !good).map(({ entry }) => entry)
    const outcomes = await runJobs(jobs(missed, { depth: 'standard', alone: true }))
    expect(outcomes.filter(({ good }) => !good).map(said)).toEqual([])
  })

  // Quick depth is judged by whole runs: a request serves several rules. Some are enough to see a habit.
  test('quick depth catches faults, or their rules say why not', async () => {
    const some = faults.filter((_, i) => i % 20 === 0)
    const outcomes = await runJobs(jobs(some, { depth: 'quick', alone: false }))
    expect(outcomes.filter((outcome) => !isAsSaid(outcome)).map(said)).toEqual([])
    expect(outcomes.length).toBeGreaterThanOrEqual(30)
  })

  // All of them on all rules take many minutes: `npm run selfcheck` does that.
  test('no freedom of every eighth turns anything red', async () => {
    const some = freedoms.filter((_, i) => i % 8 === 0)
    const outcomes = await runJobs(jobs(some, { depth: 'quick', alone: false }))
    expect(outcomes.length).toBeGreaterThanOrEqual(60)
    expect(outcomes.filter(({ good }) => !good).map(said)).toEqual([])
  })
})

test('the digest tells matrices apart, and does not depend on their order', () => {
  expect(digestOf([...faults].reverse())).toBe(digestOf(faults))
  expect(digestOf(faults.slice(1))).not.toBe(digestOf(faults))
})
