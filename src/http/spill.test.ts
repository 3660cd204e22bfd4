import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSpill, type Place } from './spill.ts'

test('whatever is put and freed, the rest is as it was', () => {
  const step = fc.record({ size: fc.integer({ min: 1, max: 20_000 }), free: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const spill = createSpill(2 ** 30)
      const held: { place: Place; bytes: Buffer }[] = []
      for (const [i, { size, free }] of steps.entries()) {
        const bytes = Buffer.alloc(size, i + 1)
        held.push({ place: spill.put(bytes), bytes })
        if (free) spill.free(held.splice(i % held.length, 1)[0]!.place)
      }
      for (const { place, bytes } of held) expect(spill.get(place).equals(bytes)).toBe(true)
    }),
    { numRuns: 30 },
  )
})

test('room that was freed is used again', () => {
  const spill = createSpill(8192)
  for (let i = 0; i < 100; i++) spill.free(spill.put(Buffer.alloc(5000, i)))
  spill.put(Buffer.alloc(5000))
  expect(() => spill.put(Buffer.alloc(1))).toThrow('8192 bytes')
})
