import { describe, expect, test } from 'vitest'
import type { Json } from '../../../src/core/json.ts'
import { compareByOrder, firstOutOfOrder, isTied } from './row-order.ts'

const up = [{ column: 'a', descending: false }]
const compare = (one: Json, other: Json) => compareByOrder({ a: one }, { a: other }, up)

describe('two values of a column', () => {
  test.each<[Json, Json, number]>([
    [2, 10, -1],
    [-1.5, -2, 1],
    ['2024-01-09T23:00:00Z', '2024-01-10T01:00:00Z', -1],
    ['2024-01-09', '2024-02-01', -1],
    ['item-0009', 'item-0010', -1],
    ['x', 'x', 0],
    [7, 7, 0],
  ])('%j and %j', (one, other, order) => {
    expect(compare(one, other)).toBe(order)
    expect(compare(other, one)).toBe(order === 0 ? 0 : -order)
  })

  test.each<[Json, Json]>([
    [null, 1],
    [null, null],
    ['1', 1],
    ['item 9', 'item 10'],
    ['a', 'B'],
    ['low', 'medium'],
    ['-5', '-7'],
    ['05.01.2024', '01.02.2024'],
    ['5 Jan 2024', '6 Feb 2024'],
    ['2024-01-01T01:00:00+02:00', '2024-01-01T00:30:00Z'],
    ['2024-01-01T00:00:00Z', '2024-01-01T00:00:00Z'],
    [0.1, 0.1],
    [true, false],
  ])('%j and %j are not judged', (one, other) => {
    expect(compare(one, other)).toBeUndefined()
    expect(compare(other, one)).toBeUndefined()
  })
})

test('integers beyond 2^53 keep their order', () => {
  expect(compare(9007199254740993n, 9007199254740992)).toBe(1)
})

test('a later column decides where the earlier ones are equal, each in its direction', () => {
  const orderBy = [{ column: 'a', descending: true }, ...up.map(() => ({ column: 'b', descending: false }))]
  const rows = [
    { a: 2, b: 1 },
    { a: 2, b: 5 },
    { a: 1, b: 0 },
  ]
  expect(firstOutOfOrder(rows, orderBy)).toBeUndefined()
  expect(firstOutOfOrder(rows.toReversed(), orderBy)).toBe(1)
  expect(firstOutOfOrder([rows[0]!, rows[2]!, rows[1]!], orderBy)).toBe(2)
  expect(isTied({ a: 1, b: null, c: 1 }, { a: 1, b: null, c: 2 }, orderBy)).toBe(true)
  expect(isTied({ a: 1, b: null }, { a: 1, b: 2 }, orderBy)).toBe(false)
  expect(isTied({ a: 1 }, { a: 1 })).toBe(false)
})
