import { expect, test } from 'vitest'
import { brief } from './brief.ts'

test('keeps a short text and replaces a long one by its length and digest', () => {
  const long = 'a'.repeat(1001)
  expect(brief(long.slice(1))).toBe(long.slice(1))
  expect(brief(long)).toMatch(/^1001 characters of SHA-256 [0-9a-f]{16}$/)
  expect(brief(`${long.slice(1)}b`)).not.toBe(brief(long))
})
