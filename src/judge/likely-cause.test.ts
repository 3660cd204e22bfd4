import { expect, test } from 'vitest'
import type { Exchange } from '../core/exchange.ts'
import { cacheCause } from './likely-cause.ts'

const of = (credential: string, ...ages: string[]) =>
  ({
    req: { credential: { class: credential } },
    response: { headers: ages.map((age) => ['age', age] as const) },
  }) as unknown as Exchange
const aged = (...ages: string[]) => of('revoked', ...ages)

test('quotes the Age of the last response that has one', () => {
  expect(cacheCause([aged('12'), aged('37'), aged()])).toBe(
    'a cache in front of the API responded: the response has `Age: 37`, in seconds',
  )
})

test('quotes the header by which a cache says that it responded', () => {
  const of = (...header: [string, string]) => ({ ...aged(), response: { headers: [header] } }) as unknown as Exchange
  expect(cacheCause([of('x-cache', 'Hit from cloudfront')])).toBe('a cache responded: the response has `X-Cache: HIT`')
  expect(cacheCause([of('x-cache', 'MISS')])).toBeUndefined()
})

test('ignores a new response, other text, and a missing response', () => {
  expect(
    cacheCause([aged('0'), aged('soon'), { ...aged(), response: undefined } as unknown as Exchange]),
  ).toBeUndefined()
})

test('blames no cache for a single response to the active key', () => {
  expect(cacheCause([of('active', '37')])).toBeUndefined()
  expect(cacheCause([of('active', '37'), of('active')])).toContain('37')
})
