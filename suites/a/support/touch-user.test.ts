import { expect, it } from 'vitest'
import type { Tools } from '../../../src/core/rule.ts'
import { choose, isTouched, touchUser } from './touch-user.ts'

const run = () => ({ target: {}, control: { a: { touchUser: async () => ({}) } } }) as unknown as Tools

it('chooses users that no other case updates, as long as there are enough', async () => {
  const tools = run()
  expect(choose(tools, [1, 2, 3])).toEqual({ touched: 1, alone: 2, third: 3 })
  await touchUser(tools, 1)
  expect(choose(tools, [2, 1, 3, 4])).toEqual({ touched: 1, alone: 3, third: 4 })
  expect(choose(tools, [2, 1])).toEqual({ touched: 1 })
  expect(choose(tools, [2])).toEqual({ touched: 2 })
  expect(choose(tools, [])).toBeUndefined()
  expect(choose(run(), [2, 1])).toEqual({ touched: 2, alone: 1 })
})

it('knows which users this run has updated, and not another run', async () => {
  const tools = run()
  await touchUser(tools, 'x')
  expect([isTouched(tools, 'x'), isTouched(tools, 'y'), isTouched(run(), 'x')]).toEqual([true, false, false])
})
