import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCookieMask } from './cookie-mask.ts'
import { withSecretReferences } from './recorder.ts'

const value = fc.string({ unit: fc.constantFrom(...'abzAZ019-_.%'), minLength: 8, maxLength: 40 })
const masked = (mask: ReturnType<typeof createCookieMask>, text: string) =>
  mask.set([['Set-Cookie', `sid=${text}; Path=/; HttpOnly`]])[0]![1]

test('replaces a session id consistently by a value of the same length and character classes', () => {
  fc.assert(
    fc.property(value, (text) => {
      fc.pre(/[a-zA-Z]{3}/.test(text))
      const mask = createCookieMask()
      const once = masked(mask, text)
      expect(masked(mask, text)).toBe(once)
      const [, own] = /^sid=([^;]*); Path=\/; HttpOnly$/.exec(once)!
      expect(own).toHaveLength(text.length)
      const kinds = (word: string) => word.replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A').replace(/[0-9]/g, '0')
      expect(kinds(own!)).toBe(kinds(text))
    }),
  )
})

test('keeps no value of sixteen or more characters', () => {
  const long = fc.string({ unit: fc.constantFrom(...'abcdef0123456789'), minLength: 16, maxLength: 64 })
  fc.assert(fc.property(long, (text) => void expect(masked(createCookieMask(), text)).not.toContain(text)))
})

test('replaces a cookie that the target set in later requests and keeps other cookies', () => {
  const mask = createCookieMask()
  const set = masked(mask, '0123456789abcdef').slice(4, 20)
  const [[, sent]] = mask.sent([['Cookie', 'sid=0123456789abcdef; other=fedcba9876543210']]) as [[string, string]]
  expect(sent).toBe(`sid=${set}; other=fedcba9876543210`)
})

test('keeps short and already redacted values', () => {
  const mask = createCookieMask()
  expect(masked(mask, 'en')).toBe('sid=en; Path=/; HttpOnly')
  expect(masked(mask, 'abc****defghijk')).toBe('sid=abc****defghijk; Path=/; HttpOnly')
})

test('replaces a cookie in every header and form of a request', () => {
  const mask = createCookieMask()
  const disguise = masked(mask, '0123456789abcdef').slice(4, 20)
  const cookie = ['Cookie', ['sid=0123456789abcdef; k=', { env: 'TENANT_A_KEY' }]] as const
  const expected = ['Cookie', [`sid=${disguise}; k=`, { env: 'TENANT_A_KEY' }]]
  expect(mask.sent([cookie])).toEqual([expected])
  const credential = { class: 'misplaced', form: 'other', headers: [cookie] } as const
  const x = {
    n: 1,
    rule: 'r',
    req: { endpoint: null, path: '/', credential },
    url: '',
    headers: [cookie],
    sentAt: 1,
    ms: 1,
    retries: 0,
  }
  const written = withSecretReferences(x, 's', mask)
  expect(written.headers).toEqual([expected])
  expect(written.req.credential.headers).toEqual([expected])
  expect(JSON.stringify(written)).not.toContain('0123456789abcdef')
})
