import { expect, it } from 'vitest'
import { microseconds, spell } from './timestamps.ts'

it('reads up to six digits of the fraction, at any offset', () => {
  expect(microseconds('1970-01-01T00:00:01.5Z')).toBe(1_500_000)
  expect(microseconds('1970-01-01T05:30:01.1234567+05:30')).toBe(1_123_456)
  expect(microseconds('yesterday')).toBeUndefined()
})

it.each([
  [0, 0, '1970-01-01T00:00:01Z'],
  [3, 0, '1970-01-01T00:00:01.123Z'],
  [9, 0, '1970-01-01T00:00:01.123456000Z'],
  [0, -330, '1969-12-31T18:30:01-05:30'],
  [6, 840, '1970-01-01T14:00:01.123456+14:00'],
])('writes %i digits at an offset of %i minutes as %s', (digits, offset, text) => {
  expect(spell(1_123_456, digits, offset)).toBe(text)
})
