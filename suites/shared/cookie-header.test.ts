import { expect, it } from 'vitest'
import type { Exchange } from '../../src/core/exchange.ts'
import { resolve } from '../../src/core/secret-text.ts'
import { cookieHeader } from './cookie-header.ts'

const key = { env: 'TENANT_A_KEY', prefix: 'tenant', keyId: '0123456789abcdef' }
const response = (...cookies: string[]): Exchange =>
  ({ response: { headers: cookies.map((value) => ['Set-Cookie', value] as const) } }) as unknown as Exchange

it('sends back names and values, the latest of each name', () => {
  const answers = [response('a=1; Path=/; HttpOnly', 'b="two"; Max-Age=60'), response('a=3')]
  expect(cookieHeader(answers, key)).toBe('a=3; b="two"')
})

it('reads a cookie with spaces, and nothing after its value', () => {
  expect(cookieHeader([response(' a = 1 ; Path=/')], key)).toBe('a=1')
  expect(cookieHeader([response('=x; a=1')], key)).toBeUndefined()
})

it('sends nothing back if no cookie was set', () => {
  expect(cookieHeader([response(), {} as Exchange], key)).toBeUndefined()
})

it('sends nothing back if none fits', () => {
  expect(cookieHeader([response(`large=${'x'.repeat(4095)}`)], key)).toBeUndefined()
})

it('puts the secret back where the recording has asterisks', () => {
  const secret = 'ab'.repeat(32)
  const text = cookieHeader([response('key=tenant_0123456789abcdef_****; Secure')], key)!
  const whole = `tenant_0123456789abcdef_${secret}`
  expect(resolve(text, new Map([[key.env, whole]]))).toBe(`key=${whole}`)
})
