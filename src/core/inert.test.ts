import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inert, inertJson } from './inert.ts'

const ACTIVE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
const EVIL = '\x1b[2J\x9b31m\u202e\u2066\u2028\u2029\u200b\u{e0001}\ufeff\xa0\u3000'

test('escapes control characters and invisible characters', () => {
  expect(inert(EVIL)).toBe('\\x1b[2J\\x9b31m\\u202e\\u2066\\u2028\\u2029\\u200b\\u{e0001}\\ufeff\\xa0\\u3000')
})

test('escaped JSON parses to the same value', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...EVIL), fc.constant(EVIL))
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(text), (value, texts) => {
      const json = JSON.stringify({ value, texts }, null, 2)
      const safe = inertJson(json)
      expect(JSON.parse(safe)).toEqual(JSON.parse(json))
      expect(safe.replaceAll('\n', '')).not.toMatch(ACTIVE)
    }),
    { numRuns: 50 },
  )
})
