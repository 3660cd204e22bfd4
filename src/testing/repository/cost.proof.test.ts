import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Behaviour } from '../../../reference-server/behaviour.ts'
import { COST, type Cost, judged } from '../../proof/bench/cost.ts'
import { tryAgainst } from '../../proof/selfcheck/try-against.ts'

const published = JSON.parse(readFileSync(COST, 'utf8')) as Cost[]
// By chance a second that passes can look like a sign of what was wrong with a key, which then is looked at again: some 375
// requests more, one run in a hundred. What is counted here must be the same each time.
const dateHeader = () => undefined
const all = { rules: [], seed: 1, behaviour: { dateHeader } } as const

describe.for(['a', 'b'] as const)('variant %s', { timeout: 120_000 }, (variant) => {
  test.for([
    ['quick', 200],
    ['standard', 1500],
  ] as const)('%s depth sends at most %i requests', async ([depth, most]) => {
    // Without Date, quick depth takes a few requests more to find out the time of the deployment.
    const behaviour = depth === 'quick' ? {} : { dateHeader }
    const { requests, results } = await tryAgainst({ ...all, behaviour, variant, depth })
    expect(requests).toBeLessThanOrEqual(most)
    expect(results.filter(({ status }) => status === 'failed' || status === 'warned')).toEqual([])
    // What the docs say, which counts the rule that measures time, too, if it did; `npm run bench -- cost` makes it anew.
    const saved = published.find((cost) => cost.depth === depth)!.targets[variant]
    const timed = saved.timing > 0 ? 1 : 0
    expect(judged(results).rules).toBe(saved.rules - timed)
    for (const [now, then] of [
      [judged(results).cases, saved.cases - timed],
      [requests, saved.requests - saved.timing],
    ] as const)
      expect(Math.abs(now / then - 1)).toBeLessThan(0.05)
  })

  test('runs with the same seed send the same requests, with another seed others', async () => {
    const sentWith = async (seed: number): Promise<string[]> => {
      const log: string[] = []
      const gateway: Behaviour['gateway'] = (call) => {
        const credential = [call.header('x-api-key'), call.header('authorization'), call.header('cookie')]
        // A request target in absolute form names the server's port.
        const path = call.path.replace(/^http:\/\/[^/]+/, 'http://host')
        log.push([call.method, path, call.search, ...credential].join(' '))
        return call.conforming.gateway(call)
      }
      await tryAgainst({ ...all, seed, variant, depth: 'standard', control: false, behaviour: { gateway, dateHeader } })
      return log.sort()
    }
    const first = await sentWith(5)
    expect(first.length).toBeGreaterThan(50)
    expect(await sentWith(5)).toEqual(first)
    expect(await sentWith(6)).not.toEqual(first)
  })
})

test('a million users cost as many requests as the fixtures', { timeout: 120_000 }, async () => {
  const few = await tryAgainst({ ...all, variant: 'a', depth: 'standard', control: false })
  const many = await tryAgainst({ ...all, variant: 'a', depth: 'standard', control: false, users: 1_000_000 })
  expect(many.results.filter(({ status }) => status === 'failed' || status === 'warned')).toEqual([])
  expect(many.requests).toBeLessThanOrEqual(few.requests * 1.1)
  expect(many.requests).toBeGreaterThanOrEqual(few.requests * 0.9)
})
