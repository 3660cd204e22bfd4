import { expect, test } from 'vitest'
import { createIntake, type Taker } from './intake.ts'

function taker() {
  const set = (paused: boolean) => () => {
    one.paused = paused
  }
  const one = { paused: false, pause: set(true), resume: set(false) }
  return one satisfies Taker
}

test('bodies that are small together do not wait for each other', () => {
  const intake = createIntake(10)
  const [a, b] = [taker(), taker()]
  intake.take(a, 5)
  intake.take(b, 5)
  expect([a.paused, b.paused]).toEqual([false, false])
})

test('of large ones the oldest goes on, then the next', () => {
  const intake = createIntake(10)
  const [a, b, c] = [taker(), taker(), taker()]
  for (const each of [a, b, c]) intake.take(each, 4)
  expect([a.paused, b.paused, c.paused]).toEqual([false, false, true])
  intake.take(b, 4)
  intake.take(a, 100)
  expect([a.paused, b.paused, c.paused]).toEqual([false, true, true])
  intake.leave(a)
  // What the two hold is still too much: the older of them goes on.
  expect([b.paused, c.paused]).toEqual([false, true])
  intake.leave(b)
  expect(c.paused).toBe(false)
})

test('who leaves while waiting is not woken', () => {
  const intake = createIntake(10)
  const [a, b] = [taker(), taker()]
  intake.take(a, 11)
  intake.take(b, 1)
  expect(b.paused).toBe(true)
  intake.leave(b)
  intake.leave(a)
  expect(b.paused).toBe(true)
})
