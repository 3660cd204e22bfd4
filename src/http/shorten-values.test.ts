import { expect, it } from 'vitest'
import { parseJson, writeJson } from '../core/json.ts'
import { TooLarge } from './decode-body.ts'
import { shortenValues } from './shorten-values.ts'

const bodyOf = (json: unknown) => {
  const text = JSON.stringify(json)
  return { bytes: Buffer.byteLength(text), text, ...parseJson(text) }
}
const wide = (n: number, end = '') => ({ id: n, note: 'x'.repeat(200_000) + end })

it('leaves a short body and a long one without long strings as they are', () => {
  for (const body of [bodyOf([{ note: 'x'.repeat(100_000) }]), bodyOf(Array.from({ length: 100_000 }, (_, i) => i))])
    expect(shortenValues(body)).toBe(body)
})

it('keeps the beginning of long strings, and whether they are equal', () => {
  const long = shortenValues(bodyOf({ items: [wide(1), wide(1), wide(1, 'y'), { id: 2, note: 'short' }] }))
  const { items } = long.json as { items: { id: number; note: string }[] }
  expect(items[0]).toEqual(items[1])
  expect(items[0]!.note).not.toBe(items[2]!.note)
  expect(items[0]!.note).toMatch(/^x{1000}… \(200000 characters, SHA-256 [\w-]{22}\)$/)
  expect(items[3]).toEqual({ id: 2, note: 'short' })
  expect(long.bytes).toBeGreaterThan(600_000)
  expect(long.text).toBe(writeJson(long.json!))
})

it('throws where more than 8 MiB are left', () => {
  expect(() => shortenValues({ bytes: 9e6, text: 'x'.repeat(9e6), fault: 'not JSON', duplicates: [] })).toThrow(
    TooLarge,
  )
  const narrow = bodyOf(Array.from({ length: 10_000 }, () => 'x'.repeat(1000)))
  expect(() => shortenValues(narrow)).toThrow('the body exceeds 8388608 bytes')
})
