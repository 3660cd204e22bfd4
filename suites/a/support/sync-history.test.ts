import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeServer, type World, type WorldUser } from './fake-server.ts'
import { type Event, type History, live } from './sync-history.ts'

let world: World
vi.mock('node:timers/promises', () => ({ setTimeout: (ms: number) => world.sleep(ms) }))
beforeEach(() => void vi.spyOn(Date, 'now').mockImplementation(() => world.now()))
afterEach(() => void vi.restoreAllMocks())

const touch = (user: number): Event => ({ op: 'touch', user })
const sync = (start: 'update' | 'date'): Event => ({ op: 'sync', start })
const create: Event = { op: 'create' }

const living = async (events: readonly Event[], choice: Parameters<typeof createFakeServer>[0] = {}) => {
  world = createFakeServer({ users: 30, ...choice })
  return live(world.tools, events)
}
const history = async (events: readonly Event[], choice: Parameters<typeof createFakeServer>[0] = {}) => {
  const found = await living(events, choice)
  expect(found).toHaveProperty('syncs')
  return found as History
}

/** Only what was there from the beginning is ever listed as updated. */
const never = () => false
const isOld = ({ id }: WorldUser) => id <= 30

describe('a client that follows the recipe', () => {
  const event: fc.Arbitrary<Event> = fc.oneof(
    fc.nat(9).map(touch),
    fc.constantFrom<Event>(sync('update'), sync('date'), create, { op: 'wait', ms: 200 }),
  )

  it('loses no update of a conforming deployment with any clock', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(event, { minLength: 1, maxLength: 12 }),
        fc.constantFrom(0, 180_000, -420_000),
        async (events, ahead) => {
          const { lost, syncs, updates } = await history(events, { ahead })
          expect(lost).toEqual([])
          const count = (op: Event['op']) => events.filter((one) => one.op === op).length
          expect(syncs).toHaveLength(count('sync') + 1)
          expect(updates).toHaveLength(count('touch') + count('create'))
        },
      ),
      { numRuns: 100 },
    ))

  it('starts at the last update, or at a lower bound by the Date of responses', async () => {
    const { syncs } = await history([sync('update'), touch(1), sync('update'), sync('date')])
    // Nothing was updated before the first: the Date has to do.
    expect(syncs.map(({ start }) => start)).toEqual(['date', 'update', 'date', 'date'])
    const time = world.users.find(({ id }) => id === world.touched[0])!.updatedAt
    expect(syncs[1]!.startedAt).toBe(time)
    // Cut to the second, and never ahead of the clock there.
    for (const at of [0, 2, 3]) expect(syncs[at]!.startedAt % 1000).toBe(0)
    expect(syncs[2]!.startedAt).toBeLessThan(world.now())
    expect(world.now() - syncs[2]!.startedAt).toBeLessThan(2000)
    expect(syncs.map(({ list }) => list?.since)).toEqual([
      undefined,
      ...syncs.slice(0, 3).map(({ startedAt }) => new Date(startedAt).toISOString().replace('.000Z', 'Z')),
    ])
  })

  it('starts at an update if there is no Date', async () => {
    const { syncs } = await history([touch(1)])
    expect(syncs).toMatchObject([{ start: 'update', startedAt: world.users[22]!.updatedAt }])
  })

  it('starts at the latest of several updates', async () => {
    const { syncs } = await history([touch(1), touch(2), sync('update')])
    expect(syncs[0]!.startedAt).toBe(Math.max(...world.users.map(({ updatedAt }) => updatedAt)))
  })

  it('updates created users first, else others', async () => {
    await history([create, touch(0), touch(1), touch(2)])
    expect(world.touched).toEqual([31, 23, 10])
  })

  it('waits as requested, and a moment after each sync', async () => {
    await history([sync('date'), { op: 'wait', ms: 321 }])
    expect(world.slept).toEqual([2, 321])
  })
})

describe('an update that is lost', () => {
  it('is reported with the syncs around it and the list now', async () => {
    const { lost, syncs } = await history([touch(1), sync('update'), touch(2), sync('update')], { keep: never })
    expect(lost).toHaveLength(1)
    expect(lost[0]).toMatchObject({ update: { what: 'touched', syncs: 1 }, before: syncs[0]!, sync: syncs[1]! })
    expect(lost[0]).toMatchObject({ startIsPlain: true, now: { ids: [] }, earlier: { ids: [] } })
    expect(lost[0]!.now.since).toBe(new Date(syncs[0]!.startedAt).toISOString().replace('.000Z', 'Z'))
    expect(Date.parse(lost[0]!.earlier.since)).toBe(syncs[0]!.startedAt - 2000)
  })

  it('counts only from the first sync on', async () => {
    const { lost } = await history([touch(1), touch(2), sync('update')], { keep: never })
    expect(lost).toEqual([])
  })

  it('is missed by a sync, though another one may still see it', async () => {
    // Listed 400 ms late: the sync after it misses it, the last one does not.
    const late = (user: WorldUser, since: number, now: number) => user.updatedAt >= since && now > user.updatedAt + 400
    const events = [touch(1), sync('update'), touch(2)]
    expect((await history(events, { keep: late })).lost).toEqual([])
    expect(world.slept).toContain(700)
    expect((await history([...events, sync('update'), touch(3), sync('update')], { keep: late })).lost).toMatchObject([
      { update: { what: 'touched', id: 10 }, now: { ids: expect.arrayContaining([10]) } },
    ])
  })

  it('is not seen by an earlier sync that listed the same user for another update', async () => {
    const once = (user: WorldUser, since: number) => user.updatedAt >= since && world.touched.length < 2
    const events = [sync('date'), touch(1), sync('date'), touch(1)]
    expect((await history(events, { keep: once })).lost).toMatchObject([{ update: { syncs: 2 } }])
  })

  it('may be a creation', async () => {
    const { lost } = await history([sync('date'), create, sync('date')], { keep: isOld })
    expect(lost).toMatchObject([{ update: { what: 'created', id: 31 }, before: { start: 'date' } }])
    expect(lost[0]!.update).not.toHaveProperty('updatedAt')
  })

  it('is not a creation that is listed and stamped later', async () => {
    let isListed = false
    const instead = ({ updated_since, page }: Record<string, string>) => {
      isListed ||= updated_since === undefined && page !== undefined
      return undefined
    }
    const keep = ({ id }: { id: number }) => id <= 30 || isListed
    const events = [sync('date'), create, sync('date')]
    expect((await history(events, { keep: ({ id }) => id <= 30 })).lost).toHaveLength(1)
    expect((await history(events, { keep, instead })).lost).toEqual([])
  })

  it('is examined for three updates at most', async () => {
    const events = [sync('date'), touch(1), touch(2), touch(3), touch(4)]
    const { lost, updates } = await history(events, { keep: never })
    expect(lost.map(({ update }) => update)).toEqual(updates.slice(0, 3))
  })

  it('began at a time that no clock of the suite shows', async () => {
    const ahead = { ahead: 300_000, keep: never }
    const plain = async (start: 'update' | 'date', choice: object) =>
      (await history([touch(1), sync(start), touch(2)], choice)).lost[0]!.startIsPlain
    expect(await plain('date', ahead)).toBe(false)
    expect(await plain('update', ahead)).toBe(true)
    expect(await plain('date', { keep: never })).toBe(true)
  })
})

describe('the result is inconclusive', () => {
  it('without a user, or without a list', async () => {
    const noUser = { kind: 'unclear', why: 'there is no user to update', moved: false }
    expect(await living([touch(1)], { users: 0 })).toMatchObject(noUser)
    expect(await living([touch(1)], { instead: () => ({ status: 500 }) })).toMatchObject(noUser)
  })

  it('if the list cannot be read', async () => {
    const refused = ({ updated_since }: Record<string, string>) => (updated_since ? { status: 500 } : undefined)
    for (const events of [[sync('date'), sync('date'), touch(1)], [sync('date')]]) {
      expect(await living(events, { instead: refused })).toMatchObject({ kind: 'violation' })
      expect(world.touched).toEqual([])
    }
  })

  it.each([
    ['since the same time', 3],
    ['since two seconds before', 4],
  ])('where the list that an update is looked for in cannot be read: %s', async (_, from) => {
    let lists = 0
    const instead = ({ updated_since }: Record<string, string>) =>
      updated_since && ++lists >= from ? { status: 500 } : undefined
    expect(await living([touch(1), sync('update'), touch(2)], { keep: never, instead })).toMatchObject({
      kind: 'violation',
    })
    expect(lists).toBe(4)
  })

  it('of a user that left the list', async () => {
    world = createFakeServer({ users: 30, keep: never })
    const a = world.tools.control.a
    const leaving = {
      touchUser: async (id: number) => {
        const done = await a.touchUser(id)
        const at = world.users.findIndex((user) => user.id === id)
        if (world.touched.length > 1) world.users.splice(at, 1)
        return done
      },
    }
    const tools = { ...world.tools, control: { ...world.tools.control, a: { ...a, ...leaving } } } as World['tools']
    expect(await live(tools, [touch(1), sync('update'), touch(2)])).toMatchObject({ kind: 'unclear', moved: true })
  })

  it('where the Date is that of another clock than updates, by minutes and not by hours', async () => {
    const kind = async (apart: number, start: 'date' | 'update' = 'date') => {
      const found = await living([touch(1), sync(start), touch(2)], { ahead: -apart, dateAhead: 0, keep: never })
      return 'kind' in found ? found.kind : found.lost.length
    }
    expect([await kind(0), await kind(40_000), await kind(240_000), await kind(3_600_000)]).toEqual([
      1,
      1,
      'unclear',
      1,
    ])
    expect(await kind(-240_000)).toBe('unclear')
    expect(await kind(240_000, 'update')).toBe(1)
  })
})
