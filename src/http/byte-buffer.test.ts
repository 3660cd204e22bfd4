import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteBuffer } from './byte-buffer.ts'

test('holds what was added, in order', () => {
  const chunk = fc.uint8Array().map((bytes) => Buffer.from(bytes))
  fc.assert(
    fc.property(fc.array(chunk), (chunks) => {
      const buffer = new ByteBuffer()
      for (const each of chunks) buffer.add(each)
      expect(buffer.bytes()).toEqual(Buffer.concat(chunks))
      expect(buffer.length).toBe(buffer.bytes().length)
    }),
  )
})
