import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Exchange } from '../../../src/core/exchange.ts'
import { mostBehind } from './clock.ts'

const answered = (sentAt: number, ms: number, date?: string): Exchange =>
  ({ sentAt, ms, response: { headers: date === undefined ? [] : [['date', date]] } }) as unknown as Exchange

test('a clock is never further behind than it is said to be', () => {
  const some = fc.record({
    sentAt: fc.integer({ min: 1e12, max: 2e12 }),
    ms: fc.nat(3000),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.integer({ min: -600_000, max: 600_000 }), fc.array(some, { minLength: 1 }), (behind, all) => {
      const xs = all.map(({ sentAt, ms, at }) => {
        const theirs = Math.floor((sentAt + ms * at - behind) / 1000) * 1000
        return answered(sentAt, ms, new Date(theirs).toUTCString())
      })
      expect(mostBehind(xs)).toBeGreaterThanOrEqual(behind)
    }),
  )
})

test('of clocks that agree it is said to a second', () => {
  expect(mostBehind([answered(1_700_000_000_250, 50, new Date(1_700_000_000_000).toUTCString())])).toBe(300)
  expect(mostBehind([answered(1_700_000_000_000, 50, new Date(1_700_000_090_000).toUTCString())])).toBe(0)
})

test('without a Date header nothing is known', () => {
  expect(mostBehind([])).toBeUndefined()
  expect(mostBehind([answered(0, 1)])).toBeUndefined()
  expect(mostBehind([answered(0, 1, 'soon')])).toBeUndefined()
})

test('of several answers the one that was soonest after its date tells most', () => {
  const at = 1_800_000_000_000
  const date = (ms: number) => new Date(ms).toUTCString()
  const [late, soon] = [answered(at + 5000, 100, date(at)), answered(at + 2000, 0, date(at))]
  expect([mostBehind([late]), mostBehind([soon]), mostBehind([late, soon])]).toEqual([5100, 2000, 2000])
})
