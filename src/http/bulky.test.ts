import { expect, test } from 'vitest'
import type { Response } from '../core/exchange.ts'
import { parseJson, writeJson } from '../core/json.ts'
import { bulky } from './bulky.ts'
import { createShelf } from './shelf.ts'

const shelf = createShelf({ inMemory: 0 })
/** Puts enough on the shelf that nothing else is at hand. */
const forget = () => shelf.again(1e9, () => 0, 0)

function response(text: string, more: Partial<Response> = {}): Response {
  const { json, fault, duplicates } = parseJson(text)
  const head = { status: 200, reason: 'OK', headers: [['A', 'b']] as const, bytes: Buffer.byteLength(text) }
  return { ...head, text, json, fault, duplicates, ...more }
}

const small = response('{"a":1}')
const large = response(`{"__proto__":[${'{"id":12345678901234567890,"x":-0,"\u4e00":1.0},'.repeat(2000)}1e400]}`)
const faulty = response('x'.repeat(20_000))
const headed = { ...small, headers: Array.from({ length: 2000 }, (_, i) => [`X-${i}`, 'ä\xff'] as const) }

test.for(Object.entries({ small, large, faulty, headed }))('%s: is what it was', ([name, one]) => {
  const kept = bulky(one, shelf)
  expect(kept === one).toBe(name === 'small')
  for (const again of [() => undefined, forget]) {
    again()
    expect(kept).toEqual(one)
    expect({ ...kept }).toEqual(one)
    const { text, json, ...rest } = kept
    expect([text, json, rest]).toEqual([one.text, one.json, { ...one, text: undefined, json: undefined }])
    expect(writeJson(kept.json ?? null)).toBe(writeJson(one.json ?? null))
  }
})
