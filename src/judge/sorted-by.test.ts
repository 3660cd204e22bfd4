import { expect, test } from 'vitest'
import { sortedBy } from './sorted-by.ts'

const records = [1, 2, 3, 4, 5].map((n) => ({
  id: (n * 3) % 7,
  name: `user ${9 - n}`,
  updated_at: `2025-01-0${n}`,
  n: 1,
}))

test('names the fields by which records are sorted', () => {
  expect(sortedBy(records.map(({ id, updated_at, n }) => ({ id, updated_at, n })))).toBe('updated_at')
  expect(sortedBy(records)).toBe('name, descending or updated_at')
})

test('names none where the order is chance, or where all fields have it', () => {
  expect(sortedBy(records.slice(0, 4))).toBeUndefined()
  expect(sortedBy(records.map(({ id, n }) => ({ id, n })))).toBeUndefined()
  expect(sortedBy(records.map(({ updated_at: a }) => ({ a, b: a, c: a })))).toBeUndefined()
  expect(sortedBy([...records, null])).toBeUndefined()
})
