import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { RuleResult } from '../../core/results.ts'
import type { Variant } from '../../core/rule.ts'
import { catalogOf } from '../../proof/selfcheck/try-against.ts'
import { type Choice, type Recorded, recorded } from '../../testing/recorded.ts'
import { readRecording } from '../recording/read-recording.ts'
import { regrade } from '../recording/regrade.ts'

const made: Recorded[] = []
afterEach(async () => {
  for (const one of made.splice(0)) await one.remove()
})

async function record(choice: Choice): Promise<Recorded> {
  const one = await recorded({ behaviour: { latencyMs: () => 4 }, ...choice })
  made.push(one)
  return one
}

const DECIDED: readonly string[] = ['passed', 'failed', 'warned', 'observed']
const decided = ({ results }: Pick<Recorded, 'results'>): string[] =>
  results.filter(({ status }) => DECIDED.includes(status)).map(({ id }) => id)

/** Counts can differ: a recording may complete an unstarted case from responses that rules share. */
const comparable = ({ id, status }: RuleResult) => ({ id, status })

async function expectSameOffline(run: Recorded, variant: Variant): Promise<void> {
  const again = await regrade(await readRecording(run.file), await catalogOf(variant))
  expect(again.rules.map(comparable)).toEqual(run.results.map(comparable))
}

const stoppedAfter =
  (requests: number): Choice['onStart'] =>
  async (session) => {
    while (session.progress().requests < requests) await sleep(1)
    session.stop()
  }

describe.each([
  { variant: 'a', control: false },
  { variant: 'b', control: false },
  { variant: 'b', control: true },
] as const)('a run of $variant, control: $control,', { timeout: 120_000 }, (server) => {
  let quick: Recorded
  let quickMs: number
  beforeAll(async () => {
    const begun = performance.now()
    quick = await recorded({ behaviour: { latencyMs: () => 4 }, ...server, depth: 'quick' })
    quickMs = performance.now() - begun
    await quick.remove()
    expect(decided(quick).length).toBeGreaterThan(30)
  })

  const missing = (run: Recorded) => decided(quick).filter((id) => !decided(run).includes(id))

  test.for([
    ['standard', 1],
    ['standard', 1.4],
    ['exhaustive', 1],
    ['exhaustive', 2],
  ] as const)('%s, with %d times the requests of a quick run, decides what that decides', async ([depth, share]) => {
    // Rules that wait for a change send as many requests as it takes.
    const maxRequests = Math.ceil(quick.requests * share * 1.02)
    const run = await record({ ...server, depth, maxRequests })
    expect(run.requests).toBeLessThanOrEqual(maxRequests)
    expect(missing(run)).toEqual([])
    await expectSameOffline(run, server.variant)
  })

  test.for(['standard', 'exhaustive'] as const)('%s, cut by its deadline, decides it', async (depth) => {
    const deadline = Math.round(quickMs * 2 + 300)
    const run = await record({ ...server, depth, deadline, endsAt: Date.now() + deadline })
    expect(missing(run)).toEqual([])
    await expectSameOffline(run, server.variant)
  })

  test('an exhaustive run that stops after its quick round decides what a quick run does', async () => {
    const run = await record({ ...server, depth: 'exhaustive', onStart: stoppedAfter(quick.requests * 1.5) })
    expect(missing(run)).toEqual([])
    await expectSameOffline(run, server.variant)
  })

  test.for([0.3, 0.6, 0.9])('with %d of the requests of a quick run keeps what they decide', async (share) => {
    const requests = Math.ceil(quick.requests * share)
    const cut = await record({ ...server, depth: 'quick', maxRequests: requests })
    const stopped = await record({ ...server, depth: 'quick', onStart: stoppedAfter(requests) })
    for (const run of [cut, stopped]) expect(decided(run).length).toBeGreaterThan(decided(quick).length * (share - 0.2))
    expect(stopped.results.filter(({ reason = '' }) => reason.includes('baseline'))).toEqual([])
  })
})
