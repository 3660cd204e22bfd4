import { expect, it } from 'vitest'
import { checkApplicationClock } from './application-clock.ts'
import { createWorld } from './testing.ts'

const witness = (choice: Parameters<typeof createWorld>[0]) => checkApplicationClock(createWorld(choice).tools)

it('the times of updates may agree with the Date of responses', async () => {
  const world = createWorld()
  expect(await checkApplicationClock(world.tools)).toEqual({})
  expect([world.asked, world.touched]).toEqual([[{ per_page: '1' }], [1]])
  expect(await witness({ ahead: 240_000 })).toEqual({})
  expect(await witness({ ahead: 2500, dateAhead: 0 })).toEqual({})
  expect(await witness({ ahead: -2500, dateAhead: 0 })).toEqual({})
})

it('if they do not, it is unknown which clock decides on expiry', async () => {
  expect((await witness({ ahead: 10_000, dateAhead: 0 }))?.doubt).toMatch(/are [89] s apart/)
  expect((await witness({ ahead: -10_000, dateAhead: 0 }))?.doubt).toMatch(/are (9|10) s apart/)
})

it('the limit is three seconds beyond the resolution of the Date', async () => {
  // Its Date, 254 ms old, leaves 354 ms open behind and 1850 ms ahead; the update is 10 ms after the question.
  const doubtAt = async (ahead: number) => (await witness({ ahead, dateAhead: 0 }))?.doubt !== undefined
  const borders = async (sign: number) => {
    let [near, far] = [0, 20_000]
    while (far - near > 1) {
      const middle = Math.floor((near + far) / 2)
      if (await doubtAt(sign * middle)) far = middle
      else near = middle
    }
    return near
  }
  expect([await borders(1), await borders(-1)]).toEqual([4850, 3364])
})

it('without control or Date there is no check', async () => {
  expect(await witness({ users: 0 })).toBeUndefined()
  expect(await witness({ dated: false })).toBeUndefined()
  expect(await witness({ instead: () => ({ status: 500 }) })).toBeUndefined()
  const { tools, touched } = createWorld()
  expect(await checkApplicationClock({ ...tools, control: { ...tools.control, has: () => false } })).toBeUndefined()
  expect(touched).toEqual([])
})
