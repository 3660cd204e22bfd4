import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextDue } from './rate-limiter.ts'

/** Milliseconds. */
const WINDOW = 5000
const SHORT = 100

/** Send times of an endless queue of requests, each late by these milliseconds in rotation. */
function timesOf(rate: number, late: readonly number[], seconds = 15): number[] {
  const times: number[] = []
  for (let now = 0, due = 0, i = 0; now < seconds * 1000; i++) {
    now = Math.max(now, due) + late[i % late.length]!
    due = nextDue(due, now, 1000 / rate)
    times.push(now)
  }
  return times
}

/** The least and the most in any window, full ones only. */
function counts(times: readonly number[], window: number): { least: number; most: number } {
  let [least, most, end] = [Infinity, 0, 0]
  for (const [i, from] of times.entries()) {
    if (from + window > times.at(-1)!) break
    while (times[end]! < from + window) end++
    least = Math.min(least, end - i)
    most = Math.max(most, end - i)
  }
  return { least, most }
}

const timer = fc.double({ min: 0, max: 1.2, noNaN: true })
const standstill = fc.integer({ min: 0, max: 2000 })
/** Seconds from one standstill to the next. */
const every = fc.integer({ min: 1, max: 7 })
/** Timers that are late by as much each, and now and then the whole process. */
const lateness = (rate: number, timer: number, standstill: number, every: number) =>
  Array.from({ length: rate * every }, (_, i) => (i === 0 ? standstill : timer))

test('never more than 2% above the rate over five seconds, however late', () => {
  fc.assert(
    fc.property(fc.constantFrom(10, 50, 200), timer, standstill, every, (rate, ...late) => {
      const { most } = counts(timesOf(rate, lateness(rate, ...late)), WINDOW)
      // One more is at the edge of a window.
      expect(most).toBeLessThanOrEqual((rate * WINDOW * 1.016) / 1000 + 1)
    }),
  )
})

test('no burst, however late: in any tenth of a second a quarter more than the rate, and one at its edge', () => {
  fc.assert(
    fc.property(fc.constantFrom(10, 50, 200, 1000), timer, standstill, every, (rate, ...late) => {
      const { most } = counts(timesOf(rate, lateness(rate, ...late), 8), SHORT)
      expect(most).toBeLessThanOrEqual(((SHORT + 2) * rate * 1.25) / 1000 + 1)
    }),
  )
})

test('nor more than 2% below it, where timers are late by a millisecond and a standstill each second takes 20', () => {
  fc.assert(
    fc.property(fc.constantFrom(10, 50, 200), timer, (rate, timer) => {
      const { least } = counts(timesOf(rate, lateness(rate, timer, 20, 1)), WINDOW)
      expect(least).toBeGreaterThanOrEqual((rate * WINDOW * 0.98) / 1000 - 1)
    }),
  )
})
