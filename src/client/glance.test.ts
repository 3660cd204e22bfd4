import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createGlances } from './glance.ts'
import { createParts } from './secret-parts.ts'

const glanceOf = (runs: readonly string[]) =>
  createGlances().at('its digest', runs.join('+').length, (holds) => runs.some(holds))
const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })
const long = fc.string({ unit: fc.constantFrom(...'0123456789abcdefXYZ'), minLength: 5000, maxLength: 9000 })
const forms: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  'in base64': (text) => Buffer.from(text).toString('base64').replaceAll('=', ''),
  escaped: (text) => text.replaceAll(/./g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`),
}

test('what stands in a text may stand there', () => {
  fc.assert(
    fc.property(long, hex(64), fc.nat(4000), fc.constantFrom(...Object.values(forms)), (text, part, at, write) => {
      const whole = text.slice(0, at) + write(part) + text.slice(at)
      expect(glanceOf([whole]).mayHold(createParts([part]))).toBe(true)
    }),
  )
})

test.for([
  ['in one run', long],
  // A megabyte of base64 consists of tens of thousands of them.
  ['in runs as short as a part', fc.array(hex(16), { minLength: 300, maxLength: 500 }).map((runs) => runs.join('+'))],
] as const)('what does not stand there is known not to, most of the time: %s', ([, texts]) => {
  const samples = fc.sample(fc.tuple(texts, hex(64)), { numRuns: 100, seed: 1 })
  const held = samples.filter(([text, part]) => glanceOf(text.split('+')).mayHold(createParts([part])))
  expect(held.length).toBeLessThan(10)
})

test('of what is kept, the oldest makes room', () => {
  const glances = createGlances(4096)
  const look = () => false
  const [first] = ['a', 'b', 'a', 'c', 'd'].map((digest) => glances.at(digest, 5000, look))
  expect(glances.at('d', 5000, look)).not.toBe(first)
  expect(glances.at('a', 5000, look)).not.toBe(first)
})
