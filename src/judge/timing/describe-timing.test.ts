import { describe, expect, it } from 'vitest'
import { difference, differenceInShort, nothingFound } from './describe-timing.ts'

const found = { labels: ['unknown', 'wrong-secret'], part: '', role: 'compared', blocks: 50, log: 30 } as const
const longer = (estimate: number, lower: number, upper: number, more = {}) =>
  difference({ ...found, estimate, lower, upper, ...more })

describe('difference', () => {
  it.each([
    [40, 35, 45.4, '40 µs (between 35 and 45 µs)'],
    [9.94, 2, 10, '9.9 µs (between 2.0 and 10 µs)'],
    [99.9, 20, 120, '100 µs (between 20 and 120 µs)'],
    [999, 20, 1200, '999 µs (between 20 and 1200 µs)'],
    [1000, 950, 1100, '1.0 ms (between 0.9 and 1.1 ms)'],
    [2130, 1900, Number.POSITIVE_INFINITY, '2.1 ms (at least 1.9 ms)'],
    [12, Number.NEGATIVE_INFINITY, 14, '12 µs (at most 14 µs)'],
    [5, -12.3, 14, '5.0 µs (between -12 and 14 µs)'],
  ])('%d (%d to %d): %s', (estimate, lower, upper, text) => {
    expect(longer(estimate, lower, upper)).toBe(`an unknown key_id takes ${text} longer than a wrong secret`)
  })

  it('has no interval in short', () => {
    expect(differenceInShort({ ...found, estimate: 2130, lower: 1900, upper: 2500 })).toBe(
      'an unknown key_id takes 2.1 ms longer than a wrong secret',
    )
  })

  it('states the part, and whether the difference is occasional', () => {
    expect(longer(40, 35, 45, { part: 'by Bearer' })).toBe(
      'an unknown key_id takes 40 µs (between 35 and 45 µs) longer than a wrong secret by Bearer',
    )
    expect(longer(90, -Infinity, Infinity, { uneven: true })).toBe(
      'an unknown key_id takes 90 µs longer on average, though not each time, than a wrong secret',
    )
  })
})

it('states the detectable shift', () => {
  expect(nothingFound(150.4)).toBe(
    'No difference found; one of 150 µs or more would be seen from here in four runs of five.',
  )
  expect(nothingFound(Number.POSITIVE_INFINITY)).toBe('No difference found, but none would be seen from here.')
})
