import { expect, test } from 'vitest'
import type { Exchange } from './exchange.ts'
import { unclear, violation, withShortBodies, withShortBody } from './rule.ts'

const exchange = (text: string) =>
  ({ n: 1, response: { status: 200, bytes: text.length, text, json: text, duplicates: [] } }) as unknown as Exchange
const long = exchange('x'.repeat(300_000))

test('a short body is left as it is', () => {
  const x = exchange('short')
  expect(withShortBody(x)).toBe(x)
})

test('of a long one the beginning is left, and how long it was', () => {
  const { response } = withShortBody(long)
  expect(response).toEqual({ status: 200, bytes: 300_000, text: 'x'.repeat(65_536), duplicates: [], cut: true })
})

test('without a response there is nothing to cut', () => {
  const x = { n: 1, problem: { kind: 'timeout', message: '' } } as unknown as Exchange
  expect(withShortBody(x)).toBe(x)
})

test('a finding shows short bodies', () => {
  expect(withShortBodies(violation('a', 'b', long)).show).toEqual([withShortBody(long)])
  const doubt = unclear('why')
  expect(withShortBodies(doubt)).toBe(doubt)
})
