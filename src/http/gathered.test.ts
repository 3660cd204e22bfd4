import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Gathered } from './gathered.ts'

test('pieces of any size make the whole', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array()), (pieces) => {
      const gathered = new Gathered()
      for (const piece of pieces) gathered.add(Buffer.from(piece))
      expect(gathered.whole()).toEqual(Buffer.concat(pieces))
      expect(gathered.size).toBe(gathered.whole().length)
    }),
  )
})

test('a piece that comes alone is not copied', () => {
  const piece = Buffer.from('whole')
  const gathered = new Gathered()
  gathered.add(piece)
  expect(gathered.whole()).toBe(piece)
})
