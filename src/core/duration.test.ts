import { expect, test } from 'vitest'
import { durationOf, milliseconds } from './duration.ts'

test('parses a number with its unit', () => {
  expect(['500ms', '90s', '5m', '1h', '1.5s'].map(milliseconds)).toEqual([500, 90_000, 300_000, 3_600_000, 1500])
  for (const text of ['', '90', '-1s', 's', '1 s', '1e3s', '5M', '1d', '5m30s'])
    expect(milliseconds(text)).toBeUndefined()
})

test('formats in the largest unit that gives a whole number', () => {
  expect([500, 90_000, 300_000, 3_600_000, 1500, 0].map(durationOf)).toEqual([
    '500ms',
    '90s',
    '5m',
    '1h',
    '1500ms',
    '0ms',
  ])
})
