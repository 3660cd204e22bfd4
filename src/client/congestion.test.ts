import { expect, test } from 'vitest'
import { createCongestion } from './congestion.ts'
import type { Exchange, Response } from './exchange.ts'
import { good } from './testing.ts'

const MOST = 16

/** Feeds times of answers; says what the limit came to after each window. */
function watching() {
  let limit = MOST
  const resize = (size: number) => {
    limit = size
  }
  const congestion = createCongestion(MOST, { resize })
  const limits: number[] = []
  const saw = (times: readonly number[], bytes = 2000) => {
    for (const ms of times) {
      congestion.saw({ req: good(), ms, response: { status: 200, bytes } as Response } as Exchange)
      if (limits.at(-1) !== limit) limits.push(limit)
    }
    return limit
  }
  return { saw, limits, slowed: congestion.slowed }
}

const times = (count: number, ms: (i: number) => number) => Array.from({ length: count }, (_, i) => ms(i))
/** From 0 up to 1, the same each time. */
const jitter = (i: number) => ((i * 7919) % 1009) / 1009

test('half as many while answers are slow, down to two of sixteen, and all again when they are not', () => {
  const { saw, limits, slowed } = watching()
  saw(times(100, () => 50))
  expect(saw(times(24 * 6, () => 400))).toBe(2)
  expect(saw(times(24 * 12, () => 50))).toBe(MOST)
  expect(limits).toEqual([16, 8, 4, 2, 3, 4, 5, 7, 9, 12, 15, 16])
  expect(slowed()).toEqual({ times: 3, lowest: 2, last: MOST })
})

test.each([
  ['constant', () => 50],
  ['anything between 20 and 400 ms', (i: number) => 20 + 380 * jitter(i)],
  ['one answer in four of two seconds', (i: number) => (i % 4 === 0 ? 2000 : 80)],
  ['slower by less than a tenth of a second', (i: number) => (i < 200 ? 2 : 80)],
] as const)('a target is left alone whose answers take %s', (_, ms) => {
  const { saw, slowed } = watching()
  saw(times(1000, ms))
  expect(slowed()).toBeUndefined()
})

test('large pages take their time from the first on: that is no slowing down', () => {
  const { saw, slowed } = watching()
  saw(times(200, () => 50))
  saw(
    times(200, () => 900),
    500_000,
  )
  expect(slowed()).toBeUndefined()
})

test('what stays slow becomes what is usual', () => {
  const { saw } = watching()
  saw(times(100, () => 50))
  saw(times(200, () => 300))
  expect(saw(times(24 * 60, () => 300))).toBe(MOST)
})
