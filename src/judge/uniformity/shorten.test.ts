import { expect, test } from 'vitest'
import { shorten } from './shorten.ts'

test('keeps a short text and replaces a long one by its length and digest', () => {
  const long = 'a'.repeat(1001)
  expect(shorten(long.slice(1))).toBe(long.slice(1))
  expect(shorten(long)).toMatch(/^1001 characters of SHA-256 [0-9a-f]{16}$/)
  expect(shorten(`${long.slice(1)}b`)).not.toBe(shorten(long))
})
