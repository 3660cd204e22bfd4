import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBodyDecoder } from './body-decoder.ts'
import { decodeBody } from './decode-body.ts'

const MAX = 1_000_000
const answer = (body: Buffer | string, ...headers: [string, string][]) => ({ headers, body: Buffer.from(body) })

test('what is read of bodies, in whatever order and however often they come, is what is in them', () => {
  const text = fc.oneof(fc.json(), fc.string({ unit: 'binary' }), fc.constantFrom('{"a":1,"a":1}', '', '\uFEFF{}'))
  const body = fc.oneof(
    text.map((said) => answer(said)),
    text.map((said) => answer(gzipSync(said), ['Content-Encoding', 'gzip'])),
    // The same bytes, without a word of how they are coded.
    text.map((said) => answer(gzipSync(said))),
    fc.uint8Array({ maxLength: 8 }).map((bytes) => answer(Buffer.from(bytes))),
    fc.integer({ min: 16_000, max: 17_000 }).map((length) => answer(`"${'x'.repeat(length)}"`)),
  )
  fc.assert(
    fc.property(fc.array(body, { minLength: 1, maxLength: 8 }), fc.infiniteStream(fc.nat()), (bodies, places) => {
      const read = createBodyDecoder(MAX)
      for (let i = 0; i < 20; i++) {
        const one = bodies[places.next().value! % bodies.length]!
        expect(read(one)).toEqual(decodeBody(one, MAX))
      }
    }),
  )
})

test('what was read of a small body is known when it comes again, and a large one is read again', () => {
  const read = createBodyDecoder(MAX)
  const json = (item: string) => read(answer(JSON.stringify([item]))).json
  expect(json('a')).toBe(json('a'))
  const large = 'x'.repeat(20_000)
  expect(json(large)).not.toBe(json(large))
})

test('no more is known than fits', () => {
  const read = createBodyDecoder(MAX)
  const page = (n: number) => read(answer(JSON.stringify([n, 'x'.repeat(10_000)]))).json
  const first = page(0)
  for (let n = 1; n < 25; n++) page(n)
  expect(page(0)).toBe(first)
  for (let n = 100; n < 130; n++) page(n)
  expect(page(0)).not.toBe(first)
})
