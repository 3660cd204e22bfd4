import { describe, expect, it } from 'vitest'
import type { ControlStep } from '../../../src/core/control-tools.ts'
import { DAY, inDays, isExpiryOf, isLater } from './key-expiry.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const step = { calledAt: NOW, returnedAt: NOW + 1000 } as ControlStep
const MINUTE = 60_000
const at = (ms: number) => new Date(ms).toISOString()
const is = (expiresAt: string | null) => isExpiryOf(expiresAt, 90, step)

describe('the expiry of a lifetime of 90 days', () => {
  it.each([
    ['to the second', NOW + 90 * DAY, true],
    ['with its last day begun', NOW + 89 * DAY, true],
    ['at the end of its last day', NOW + 91 * DAY, true],
    ['by a clock that is minutes behind', NOW + 89 * DAY - 14 * MINUTE, true],
    ['by a clock that is minutes ahead', NOW + 91 * DAY + 14 * MINUTE, true],
    ['too early', NOW + 89 * DAY - 16 * MINUTE, false],
    ['too late', NOW + 1000 + 91 * DAY + 16 * MINUTE, false],
    ['a month of it', NOW + 30 * DAY, false],
    ['a year', NOW + 365 * DAY, false],
  ])('%s', (_, expiry, expected) => expect(is(at(expiry))).toBe(expected))

  it('may be a day only, in any zone', () => {
    // 90 days on is noon of the 8th, in UTC. A day begins 14 hours before it does in UTC, and ends 12 hours after.
    const days = ['2026-06-05', '2026-06-06', '2026-06-07', '2026-06-08', '2026-06-10', '2026-06-11']
    expect(days.map(is)).toEqual([false, true, true, true, true, false])
  })

  it('is undefined if the key never expires, or if the expiry is no time', () => {
    expect(is(null)).toBe(false)
    expect(is('soon')).toBe(false)
  })
})

it('one key outlives another clearly by more than half a day', () => {
  expect(isLater(at(NOW + DAY), at(NOW))).toBe(true)
  expect(isLater(at(NOW + DAY / 2), at(NOW))).toBe(false)
  expect(isLater(at(NOW), at(NOW + DAY))).toBe(false)
  expect([isLater(null, at(NOW)), isLater(at(NOW), null), isLater(null, null)]).toEqual([true, false, false])
})

it('an expiry in words has the days', () => {
  expect(inDays(at(NOW + 1000 + 90.04 * DAY), step)).toContain('90 days later')
  expect(inDays(at(NOW + 1000 + 30.5 * DAY), step)).toContain('30.5 days later')
  expect(inDays(null, step)).toBe('never')
})
