import { beforeEach, describe, expect, it, vi } from 'vitest'
import { isOurs } from '../../../src/judge/server-clock.ts'
import { users } from '../api.ts'
import { createFakeServer, type World } from './fake-server.ts'
import { clockAt, holds, isList, listSince, listWith, offsetHere, type SinceList, timeText } from './filtered-list.ts'

let world: World
vi.mock('node:timers/promises', () => ({ setTimeout: (ms: number) => world.sleep(ms) }))
beforeEach(() => {
  world = createFakeServer()
})
const LONG_AGO = Date.UTC(2020, 0)
const idsOf = (list: unknown) => (list as SinceList).ids

it('a time is written to the second where it is a whole one', () => {
  expect([timeText(1_700_000_000_000), timeText(1_700_000_000_120)]).toEqual([
    '2023-11-14T22:13:20Z',
    '2023-11-14T22:13:20.120Z',
  ])
})

describe('a filtered list', () => {
  const pages = async (count: number) => {
    world = createFakeServer({ users: count })
    const list = await listSince(world.tools, LONG_AGO)
    expect(idsOf(list)).toEqual(world.users.map(({ id }) => id))
    expect((list as SinceList).xs).toHaveLength(world.asked.length)
    expect(list).toMatchObject({ since: '2020-01-01T00:00:00Z' })
    return world.asked.map(
      ({ page, per_page, updated_since }) => `${page}/${per_page} ${updated_since === timeText(LONG_AGO)}`,
    )
  }

  it('is read page by page, and not beyond its last', async () => {
    expect(await pages(0)).toEqual(['1/100 true'])
    expect(await pages(100)).toEqual(['1/100 true'])
    expect(await pages(101)).toEqual(['1/100 true', '2/100 true'])
    expect(await pages(200)).toEqual(['1/100 true', '2/100 true'])
  })

  it('without records may be a 404', async () => {
    world = createFakeServer({ instead: () => ({ status: 404, json: {} }) })
    const list = await listSince(world.tools, LONG_AGO)
    expect(isList(list)).toBe(true)
    expect(list).toMatchObject({ ids: [], since: '2020-01-01T00:00:00Z', xs: [{ response: { status: 404 } }] })
  })

  it.each([
    ['its first page is refused in another way', 3, '1', 400],
    ['its second page is refused', 150, '2', 404],
  ])('is none where %s', async (_, count, at, status) => {
    world = createFakeServer({ users: count, instead: ({ page }) => (page === at ? { status, json: {} } : undefined) })
    const found = await listSince(world.tools, LONG_AGO)
    expect(isList(found)).toBe(false)
    expect(found).toMatchObject({ kind: 'violation' })
  })

  it('is none without a response', async () => {
    const get = async () => ({ ...(await world.tools.get(users(world.tools.target))), response: undefined })
    expect(await listSince({ ...world.tools, get }, LONG_AGO)).toMatchObject({ kind: 'unclear' })
  })

  it('of very many users is not read to its end', async () => {
    world = createFakeServer({ users: 3000 })
    expect(idsOf(await listSince(world.tools, LONG_AGO))).toHaveLength(3000)
    world = createFakeServer({ users: 3001 })
    expect(await listSince(world.tools, LONG_AGO)).toMatchObject({ kind: 'unclear', moved: true })
    expect(world.asked).toHaveLength(30)
  })

  it('holds a user with its id as a number or as text', () => {
    const list = { since: '', xs: [], ids: [7, '8'] }
    expect([7, '7', 8, '8', 9].map((id) => holds(list, id))).toEqual([true, true, true, true, false])
    expect(holds({ ...list, ids: [] }, 7)).toBe(false)
  })
})

describe('a list that should hold a user', () => {
  it('is read until it does, three seconds at most', async () => {
    const list = await listWith(world.tools, world.now(), 2)
    expect(idsOf(list)).toEqual([])
    expect([world.slept, world.asked.length]).toEqual([[100, 300, 900, 1700], 5])
  })

  it('is not read again where it does', async () => {
    await listWith(world.tools, LONG_AGO, 2)
    expect([world.slept, world.asked.length]).toEqual([[], 1])
  })

  it('may hold it late', async () => {
    const from = createFakeServer().now()
    world = createFakeServer({ keep: (_user, _since, now) => now > from + 350 })
    expect(idsOf(await listWith(world.tools, LONG_AGO, 2))).toEqual([1, 2, 3])
    expect(world.slept).toEqual([100, 300])
  })

  it('is not read again where it is none', async () => {
    world = createFakeServer({ instead: () => ({ status: 500 }) })
    expect(await listWith(world.tools, LONG_AGO, 2)).toMatchObject({ kind: 'violation' })
    expect(world.slept).toEqual([])
  })
})

describe('the clock there', () => {
  it('shows at two moments of ours what its offset says', () =>
    expect(clockAt({ low: 10, high: 25 }, { calledAt: 1000, returnedAt: 2000 })).toEqual({ from: 1010, to: 2025 }))

  it('is ours if it may be within two seconds', () => {
    expect([-2001, -2000, -1999, 0].map((high) => isOurs({ low: -9000, high }))).toEqual([false, false, true, true])
    expect([0, 1999, 2000, 2001].map((low) => isOurs({ low, high: 9000 }))).toEqual([true, true, false, false])
  })

  const offset = async (choice: Parameters<typeof createFakeServer>[0]) => {
    world = createFakeServer(choice)
    return offsetHere(world.tools, await world.tools.get(users(world.tools.target)), 2)
  }
  const within = ({ low, high }: { low: number; high: number }, ahead: number) => low <= ahead && ahead <= high

  it('is the Date of responses if that is ours', async () => {
    expect(within(await offset({}), 0)).toBe(true)
    expect(world.touched).toEqual([])
    // A gateway has our time, the times of updates are of another.
    expect(within(await offset({ ahead: 240_000, dateAhead: 0 }), 0)).toBe(true)
  })

  it('is the Date of responses if updates agree', async () => {
    expect(within(await offset({ ahead: 240_000 }), 240_000)).toBe(true)
    expect(world.touched).toEqual([2])
    const dated = await offset({ ahead: 240_000, dateAhead: 242_500 })
    expect(within(dated, 242_500)).toBe(true)
    expect(within(await offset({ ahead: 240_000, dateAhead: 237_500 }), 237_500)).toBe(true)
  })

  it('is that of updates otherwise', async () => {
    for (const other of [{ dated: false }, { dateAhead: 100_000 }, { dateAhead: 400_000 }, { dateAhead: -240_000 }])
      expect(within(await offset({ ahead: 240_000, ...other }), 240_000)).toBe(true)
    // The second of our own clock in which the update may have been cut, and a tenth for what machines differ.
    expect(await offset({ dated: false })).toEqual({ low: -100, high: 1110 })
  })
})
