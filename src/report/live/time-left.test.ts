import { expect, test } from 'vitest'
import { createTimeLeft, inWords } from './time-left.ts'

const seen = (requests: number, requestsLeft: number, rulesDone = 3) => [
  { requests, requestsLeft, rulesDone, rulesTotal: 10 },
]

test('no guess at first, then what is left at the speed of late', () => {
  const time = createTimeLeft()
  expect(time.of(seen(0, 1000), 0)).toBeUndefined()
  expect(time.of(seen(50, 950), 1000)).toBeUndefined()
  expect(time.of(seen(100, 900), 2000)).toBe(18_000)
  for (let at = 3; at <= 20; at++) time.of(seen(100, 900), at * 1000)
  expect(time.of(seen(100, 900), 21_000)).toBeUndefined()
  expect(time.of(seen(110, 890), 22_000)).toBe(445_000)
})

test('nothing to tell when all is done', () => {
  const time = createTimeLeft()
  time.of(seen(0, 10), 0)
  expect(time.of(seen(100, 0), 5000)).toBeUndefined()
  expect(time.of(seen(100, 5, 10), 6000)).toBeUndefined()
})

test.for([
  [300, '1 s'],
  [8400, '8 s'],
  [83_000, '1 min 20 s'],
  [120_000, '2 min'],
  [754_000, '12 min'],
] as const)('%i ms', ([ms, text]) => {
  expect(inWords(ms)).toBe(text)
})
