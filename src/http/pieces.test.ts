import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pieces } from './pieces.ts'

test('together they are the whole, and each is text of its own', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.integer({ min: 4, max: 20 }), (text, most) => {
      const bytes = Buffer.from(text)
      const found = [...pieces(bytes, most)]
      expect(Buffer.concat(found)).toEqual(bytes)
      expect(found.every(({ length }) => length > 0 && length <= most)).toBe(true)
      expect(found.map(String).join('')).toBe(String(bytes))
    }),
  )
})

test('bytes that are no text end, too', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 4, max: 20 }), (bytes, most) => {
      expect(Buffer.concat([...pieces(Buffer.from(bytes), most)])).toEqual(Buffer.from(bytes))
    }),
  )
})
