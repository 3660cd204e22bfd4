import { describe, expect, it } from 'vitest'
import { difference, nothingFound } from './describe-timing.ts'

const found = { labels: ['unknown', 'wrong-secret'], part: '', role: 'compared', blocks: 50, log: 30 } as const
const longer = (estimate: number, lower: number, upper: number, more = {}) =>
  difference({ ...found, estimate, lower, upper, ...more })

describe('difference', () => {
  it.each([
    [40, 35, 45.4, '40 µs [35, 45]'],
    [9.94, 2, 10, '9.9 µs [2.0, 10]'],
    [99.9, 20, 120, '100 µs [20, 120]'],
    [999, 20, 1200, '999 µs [20, 1200], which is a strong signal'],
    [1000, 950, 1100, '1.0 ms [0.9, 1.1], which is a strong signal'],
    [2130, 1900, Number.POSITIVE_INFINITY, '2.1 ms [1.9, unknown], which is a strong signal'],
    [12, Number.NEGATIVE_INFINITY, 14, '12 µs [unknown, 14]'],
    [5, -12.3, 14, '5.0 µs [-12, 14]'],
  ])('%d [%d, %d]: %s', (estimate, lower, upper, text) => {
    const [shift, strong = ''] = text.split(', which')
    const end = strong && `, which${strong}`
    expect(longer(estimate, lower, upper)).toBe(`an unknown key_id takes ${shift} longer than a wrong secret${end}`)
  })

  it('is strong from 100 µs up', () => {
    expect(longer(100, 90, 110)).toMatch(/strong signal$/)
    expect(longer(99.99, 90, 110)).not.toMatch('strong')
  })

  it('states the part, and whether the difference is occasional', () => {
    expect(longer(40, 35, 45, { part: 'by Bearer' })).toBe(
      'an unknown key_id takes 40 µs [35, 45] longer than a wrong secret by Bearer',
    )
    expect(longer(90, -Infinity, Infinity, { uneven: true })).toBe(
      'an unknown key_id takes 90 µs longer on average, though not each time, than a wrong secret',
    )
  })
})

it('states the detectable shift', () => {
  expect(nothingFound(150.4)).toBe(
    'No difference found; a shift of 150 µs would be detected from here with 80% probability.',
  )
  expect(nothingFound(Number.POSITIVE_INFINITY)).toBe('No difference found; no shift would be detected from here.')
})
