import { expect, it } from 'vitest'
import type { Exchange } from '../../src/core/exchange.ts'
import { resolve } from '../../src/core/secret-text.ts'
import { cookieOf } from './cookies.ts'

const key = { env: 'TENANT_A_KEY', prefix: 'tenant', keyId: '0123456789abcdef' }
const answer = (...cookies: string[]): Exchange =>
  ({ response: { headers: cookies.map((value) => ['Set-Cookie', value] as const) } }) as unknown as Exchange

it('sends back names and values, the latest of each name', () => {
  const answers = [answer('a=1; Path=/; HttpOnly', 'b="two"; Max-Age=60'), answer('a=3')]
  expect(cookieOf(answers, key)).toBe('a=3; b="two"')
})

it('reads a cookie with spaces, and nothing after its value', () => {
  expect(cookieOf([answer(' a = 1 ; Path=/')], key)).toBe('a=1')
  expect(cookieOf([answer('=x; a=1')], key)).toBeUndefined()
})

it('sends nothing back if no cookie was set', () => {
  expect(cookieOf([answer(), {} as Exchange], key)).toBeUndefined()
})

it('sends nothing back if none fits', () => {
  expect(cookieOf([answer(`large=${'x'.repeat(4095)}`)], key)).toBeUndefined()
})

it('puts the secret back where the recording has asterisks', () => {
  const secret = 'ab'.repeat(32)
  const text = cookieOf([answer('key=tenant_0123456789abcdef_****; Secure')], key)!
  const whole = `tenant_0123456789abcdef_${secret}`
  expect(resolve(text, new Map([[key.env, whole]]))).toBe(`key=${whole}`)
})
