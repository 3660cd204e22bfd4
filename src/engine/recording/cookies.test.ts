import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCookieMask } from './cookies.ts'
import { taped } from './secret-references.ts'

const value = fc.string({ unit: fc.constantFrom(...'abzAZ019-_.%'), minLength: 8, maxLength: 40 })
const masked = (mask: ReturnType<typeof createCookieMask>, text: string) =>
  mask.set([['Set-Cookie', `sid=${text}; Path=/; HttpOnly`]])[0]![1]

test('a session has another value in a recording, of the same length and kind, the same each time', () => {
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

test('sixteen characters and more do not survive', () => {
  const long = fc.string({ unit: fc.constantFrom(...'abcdef0123456789'), minLength: 16, maxLength: 64 })
  fc.assert(fc.property(long, (text) => void expect(masked(createCookieMask(), text)).not.toContain(text)))
})

test('a cookie that is sent back is the one that was set; others stay as they are', () => {
  const mask = createCookieMask()
  const set = masked(mask, '0123456789abcdef').slice(4, 20)
  const [[, sent]] = mask.sent([['Cookie', 'sid=0123456789abcdef; other=fedcba9876543210']]) as [[string, string]]
  expect(sent).toBe(`sid=${set}; other=fedcba9876543210`)
})

test('what is short, or held a secret, stays as it is: it is no session, or says nothing any more', () => {
  const mask = createCookieMask()
  expect(masked(mask, 'en')).toBe('sid=en; Path=/; HttpOnly')
  expect(masked(mask, 'abc****defghijk')).toBe('sid=abc****defghijk; Path=/; HttpOnly')
})

test('wherever it is sent back, and in whatever form', () => {
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
  const written = taped(x, 's', mask)
  expect(written.headers).toEqual([expected])
  expect(written.req.credential.headers).toEqual([expected])
  expect(JSON.stringify(written)).not.toContain('0123456789abcdef')
})
