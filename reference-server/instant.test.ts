import { expect, test } from 'vitest'
import { instant, isoMicros } from './instant.ts'

test('one instant in many writings', () => {
  const us = Date.UTC(2024, 1, 29, 12, 30) * 1000
  const same = [
    '2024-02-29T12:30Z',
    '2024-02-29T14:30:00+02:00',
    '2024-02-29T14:30:00.000000000+0200',
    '2024-02-29t07:00:00-05:30',
  ]
  for (const text of [...same, '2024-02-29T12:30:00', '2024-02-29T12:30:00,0Z']) expect(instant(text)).toBe(us)
  expect(instant('2024-02-29')).toBe(Date.UTC(2024, 1, 29) * 1000)
  expect(instant('2024-02-29T12:30:00.123456Z')).toBe(us + 123_456)
  expect(instant('2024-02-29T12:30:00.1234567Z')).toBe(us + 123_457)
})

test.each(['', 'now', '2023-02-29', '2024-13-01', '2024-01-01T25:00Z', '2024-W09-4', '20240229T123000Z', '1700000000'])(
  '"%s" is no instant',
  (text) => expect(instant(text)).toBeUndefined(),
)

test('writes what it reads', () => {
  for (const us of [0, 1, Date.UTC(2024, 0, 1) * 1000 + 999_999, Date.UTC(1999, 11, 31, 23, 59, 59) * 1000]) {
    expect(instant(isoMicros(us))).toBe(us)
  }
})
