import { expect, it } from 'vitest'
import { users } from '../api.ts'
import { type Clock, candidateClocks, isClose, likelyOffset } from './application-clock.ts'
import { createFakeServer } from './fake-server.ts'

const MINUTES = 60_000

async function candidates(choice: Parameters<typeof createFakeServer>[0] = {}) {
  const world = createFakeServer(choice)
  const known = await world.tools.get(users(world.tools.target))
  const clocks: Clock[] = []
  for await (const clock of candidateClocks(world.tools, known)) clocks.push(clock)
  return { ...world, known, clocks, sources: clocks.map(({ source }) => source) }
}

it('prefers a Date that is ours, and updates a user only if that one is not enough', async () => {
  const { sources, touched } = await candidates()
  expect([sources, touched]).toEqual([['Date', 'Date', 'updates', 'Date', 'ours'], [1]])
  const { tools, touched: none } = createFakeServer()
  expect(await likelyOffset(tools, await tools.get(users(tools.target)))).toEqual({ low: -354, high: 1850 })
  expect(none).toEqual([])
})

it('prefers a Date that updates agree with', async () => {
  expect((await candidates({ ahead: 4 * MINUTES })).sources).toEqual(['Date', 'updates', 'Date', 'ours'])
})

it('prefers updates to a Date that agrees with nothing', async () => {
  const { sources, clocks } = await candidates({ dateAhead: -60 * MINUTES })
  expect(sources).toEqual(['updates', 'Date', 'ours'])
  // Two seconds on either side, beyond what the time of an update leaves open.
  expect(clocks[0]!.offset).toEqual({ low: -2100, high: 3110 })
})

it('has our own clock as the last resort', async () => {
  expect((await candidates({ dated: false })).sources).toEqual(['updates', 'ours'])
  expect((await candidates({ dated: false, users: 0 })).sources).toEqual(['ours'])
  const { tools, known, touched } = await candidates({ dated: false, users: 0 })
  const control = { ...tools.control, has: () => false }
  expect(await likelyOffset({ ...tools, control }, known)).toEqual({ low: -2000, high: 2000 })
  expect(touched).toEqual([])
})

it('takes clocks as the same if they may be three seconds apart', () => {
  const at = (low: number) => ({ low, high: low + 1000 })
  expect([4000, 4001].map((low) => isClose(at(0), at(low)))).toEqual([true, false])
  expect([4000, 4001].map((low) => isClose(at(low), at(0)))).toEqual([true, false])
})
