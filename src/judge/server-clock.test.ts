import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Exchange } from '../core/exchange.ts'
import { dateOf, isContradictory, mostBehind, offsetOf } from './server-clock.ts'

const response = (sentAt: number, ms: number, headers: [string, string][]): Exchange =>
  ({ sentAt, ms, response: { headers } }) as unknown as Exchange

const dated = (sentAt: number, ms: number, clock: number) =>
  response(sentAt, ms, [['date', new Date(Math.floor(clock / 1000) * 1000).toUTCString()]])

describe('offsetOf', () => {
  it('holds the true offset, whenever the responses were dated', () => {
    const moment = fc.record({
      sentAt: fc.integer({ min: 0, max: 60_000 }),
      ms: fc.integer({ min: 0, max: 3000 }),
      dated: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    const offset = fc.integer({ min: -600_000, max: 600_000 })
    fc.assert(
      fc.property(fc.array(moment, { minLength: 1, maxLength: 5 }), offset, (moments, ahead) => {
        const base = 1_800_000_000_000
        const all = moments.map(({ sentAt, ms, dated: at }) =>
          dated(base + sentAt, ms, base + sentAt + at * ms + ahead),
        )
        const { low, high } = offsetOf(...all)!
        expect(low).toBeLessThanOrEqual(ahead)
        expect(high).toBeGreaterThanOrEqual(ahead)
      }),
    )
  })

  it('is wide where responses contradict one another', () => {
    const { low, high } = offsetOf(dated(0, 0, 0), dated(0, 0, 90_000))!
    expect([low, high]).toEqual([-100, 92_100])
  })

  it('is known from what a cache has just fetched', () => {
    const headers: [string, string][] = [
      ['date', new Date(5000).toUTCString()],
      ['age', '0'],
    ]
    expect(dateOf(response(0, 0, headers))).toBe(5000)
  })

  it('is unknown without a Date, or with one out of a cache', () => {
    expect(offsetOf(response(0, 0, []))).toBeUndefined()
    expect(
      dateOf(
        response(0, 0, [
          ['Date', 'Sat, 21 Nov 2026 03:00:00 GMT'],
          ['Age', '12'],
        ]),
      ),
    ).toBeUndefined()
  })
})

describe('several responses', () => {
  const base = 1_800_000_000_000
  const one = dated(base, 0, base + 1000)

  it('allow what each of them allows', () => {
    expect(offsetOf(one)).toEqual({ low: 900, high: 3100 })
    expect(offsetOf(one, dated(base + 1000, 0, base + 1000))).toEqual({ low: 900, high: 2100 })
    expect(offsetOf(one, dated(base - 200, 0, base + 3000))).toEqual({ low: 3100, high: 3100 })
  })

  it('allow together what any of them allows, where they do not agree', () => {
    expect(offsetOf(one, dated(base, 0, base + 10_000))).toEqual({ low: 900, high: 12_100 })
  })

  it('without a time are ignored', () => {
    expect(offsetOf(one, response(base, 0, []))).toEqual({ low: 900, high: 3100 })
    expect(offsetOf(response(base, 0, []))).toBeUndefined()
  })
})

describe('the most by which a clock is behind', () => {
  const answered = (sentAt: number, ms: number, date?: string): Exchange =>
    response(sentAt, ms, date === undefined ? [] : [['date', date]])

  it('a clock is never further behind than the result', () => {
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

  it('of clocks that agree is precise to a second', () => {
    expect(mostBehind([answered(1_700_000_000_250, 50, new Date(1_700_000_000_000).toUTCString())])).toBe(300)
    expect(mostBehind([answered(1_700_000_000_000, 50, new Date(1_700_000_090_000).toUTCString())])).toBe(0)
  })

  it('without a Date header nothing is known', () => {
    expect(mostBehind([])).toBeUndefined()
    expect(mostBehind([answered(0, 1)])).toBeUndefined()
    expect(mostBehind([answered(0, 1, 'soon')])).toBeUndefined()
  })

  it('of several responses the one soonest after its Date decides', () => {
    const at = 1_800_000_000_000
    const date = (ms: number) => new Date(ms).toUTCString()
    const [late, soon] = [answered(at + 2000, 100, date(at)), answered(at + 1000, 0, date(at))]
    expect([mostBehind([late]), mostBehind([soon]), mostBehind([late, soon])]).toEqual([2100, 1000, 1000])
  })
})

describe('Dates that contradict one another', () => {
  const base = 1_800_000_000_000
  const stopped = (after: number) => dated(base + after, 0, base)

  it('are those of a clock that stops for more than two seconds', () => {
    expect(isContradictory([stopped(0), stopped(2200)])).toBe(false)
    expect(isContradictory([stopped(0), stopped(2201)])).toBe(true)
    expect(mostBehind([stopped(0), stopped(2201)])).toBeUndefined()
  })

  it('are not those of a clock that is an hour off', () => {
    const off = [0, 5000, 90_000].map((after) => dated(base + after, 20, base + after - 3_600_000))
    expect(isContradictory(off)).toBe(false)
  })

  it('need two responses with a Date', () => {
    expect(isContradictory([])).toBe(false)
    expect(isContradictory([stopped(0), response(base + 9000, 0, [])])).toBe(false)
  })
})
