import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBody, TooLarge } from './decode-body.ts'

const MAX = 1_000_000
const decode = (body: Buffer | string, ...encodings: string[]) =>
  decodeBody({ headers: encodings.map((value) => ['Content-Encoding', value] as const), body: Buffer.from(body) }, MAX)

describe('Content-Encoding', () => {
  const text = '{"data":[1,2,3]}'
  test.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['identity', Buffer.from(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
  ])('%s is undone', (encoding, body) => {
    expect(decode(body, encoding)).toEqual({ bytes: text.length, text, json: { data: [1, 2, 3] }, duplicates: [] })
  })

  test('is undone in the order of several headers', () => {
    expect(decode(zstdCompressSync(gzipSync(text)), 'gzip', 'zstd').text).toBe(text)
  })

  test('that is not what it says is a fault', () => {
    expect(decode(text, 'gzip').fault).toBe(
      `not gzip: it begins with ${JSON.stringify(text)}, although Content-Encoding says so`,
    )
    expect(decode(gzipSync(text).subarray(0, 12), 'gzip').fault).toMatch(/^not gzip: unexpected end/)
    expect(decode(text, 'rot13').fault).toBe("unknown Content-Encoding 'rot13'")
    expect(decode(text, 'constructor').fault).toBe("unknown Content-Encoding 'constructor'")
  })

  test('a body that is compressed twice, or not declared, is called that', () => {
    expect(decode(gzipSync(gzipSync(text)), 'gzip').fault).toMatch(/compressed twice$/)
    expect(decode(gzipSync(text)).fault).toBe('gzip without Content-Encoding')
    expect(decode(Buffer.from([0x1f, 0x8b]), 'identity').fault).toBe('invalid UTF-8 at byte 1')
  })

  test('cannot blow up', () => {
    expect(() => decode(gzipSync(Buffer.alloc(MAX + 1)), 'gzip')).toThrow(TooLarge)
    expect(() => decode(gzipSync(gzipSync(Buffer.alloc(100 * MAX))), 'gzip, gzip')).toThrow(TooLarge)
    expect(decode(gzipSync(Buffer.alloc(MAX, ' ')), 'gzip').bytes).toBe(MAX)
  })

  test('is undone up to three times', () => {
    const coded = (times: number): Buffer => (times === 0 ? Buffer.from(text) : gzipSync(coded(times - 1)))
    expect(decode(coded(3), 'gzip, gzip', 'gzip').text).toBe(text)
    expect(decode(coded(4), 'gzip, gzip', 'gzip', 'gzip')).toEqual({
      bytes: coded(4).length,
      fault: '4 content codings, and at most 3 are decoded',
      duplicates: [],
    })
  })

  test('ignores a missing body', () => {
    expect(decode('', 'gzip').fault).toBe('empty body')
  })
})

test('more small values than any page holds are too large, and as many characters are not', () => {
  const many = Buffer.from(`[${'{},'.repeat(300_000)}{}]`)
  expect(() => decodeBody({ headers: [], body: many }, 10 * MAX)).toThrow('more than 150000 values')
  expect(decode(`"${'x'.repeat(900_000)}"`).fault).toBeUndefined()
})

describe('UTF-8', () => {
  test('is decoded unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const json = JSON.stringify(text.toWellFormed())
        expect(decode(json)).toMatchObject({ text: json, json: text.toWellFormed(), bytes: Buffer.byteLength(json) })
      }),
    )
  })

  test('that is broken is a fault at its first bad byte', () => {
    const bad = fc.constantFrom([0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80], [0xe2, 0x82, 0x41], [0x80])
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\uFFFD', '\uFEFF') })
    fc.assert(
      fc.property(text, bad, text, (before, bytes, after) => {
        const { fault, ...rest } = decode(Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]))
        expect(fault).toBe(`invalid UTF-8 at byte ${Buffer.byteLength(before)}`)
        expect(rest).not.toHaveProperty('text')
      }),
    )
  })

  test('with a byte order mark is not JSON', () => {
    expect(decode('\uFEFF{}')).toMatchObject({
      text: '\uFEFF{}',
      fault: 'not JSON: it begins with a byte order mark',
    })
  })
})
