import { expect, test } from 'vitest'
import { concludeRepetition, repeatAlone } from './repeat-alone.ts'

const repeat = (of: (n: number) => 'violates' | 'conforms' | 'unclear') => {
  let n = 0
  return repeatAlone(
    async () => of(++n),
    () => n >= 200,
  )
}

test('stops after three failures, and counts what could be judged', async () => {
  expect(await repeat((n) => (n % 20 === 0 ? 'violates' : 'conforms'))).toEqual({ judged: 60, failed: [20, 40, 60] })
  expect(await repeat((n) => (n > 100 ? 'unclear' : 'conforms'))).toEqual({ judged: 100, failed: [] })
})

test.for([
  [[20, 40, 60], '3 of 60 equal requests, sent one after the other, failed: number 20, 40, 60, so one in 20'],
  [[58, 59, 60], 'of 60 equal requests, sent one after the other, all from number 58 on failed'],
  [[2, 40, 60], '3 of 60 equal requests, sent one after the other, failed: number 2, 40, 60'],
  [[7], '1 of 60 equal requests, sent one after the other, failed: number 7'],
] as const)('%j: %s', ([failed, pattern]) => {
  expect(concludeRepetition({ judged: 60, failed }).pattern).toBe(pattern)
})

test('a quota, or another worker, is the cause', () => {
  const causeOf = (...failed: number[]) => concludeRepetition({ judged: 60, failed }).cause
  expect(causeOf(58, 59, 60)).toContain('a quota')
  expect(causeOf(20, 40, 60)).toContain('workers')
})
