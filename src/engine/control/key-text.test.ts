import { createHash } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import { areOtherDates, keyTextOf } from './key-registry.ts'

const secret = `${'3f9c1ab27e5d4086'.repeat(3)}0011223344556677`
const key = { env: 'CREATED_KEY_1', prefix: 'acme', keyId: '0123456789abcdef' }
const whole = `acme_${key.keyId}_${secret}`
const holdsSecret = (text: string) => keyTextOf(text, key, whole).holdsSecret

describe('a text about a key', () => {
  test.each([
    ['all of it', whole],
    ['16 characters', `… ${secret.slice(20, 36)} …`],
    ['capitals in groups', secret.toUpperCase().replace(/.{4}/g, '$& ')],
    ['16 characters backwards', `… ${[...secret.slice(20, 36)].reverse().join('')} …`],
    ['its bytes in base64', Buffer.from(secret, 'hex').toString('base64')],
    ['the key in base64url', Buffer.from(whole).toString('base64url')],
    ['its text in hex', Buffer.from(secret).toString('hex')],
    ['its UTF-16 text in base64', Buffer.from(secret, 'utf16le').toString('base64')],
    ['its bytes as a Buffer in JSON', JSON.stringify({ secret: Buffer.from(secret, 'hex') })],
    ['6 of its bytes as signed numbers', String(new Int8Array(Buffer.from(secret, 'hex')).slice(20, 26))],
    ['its bytes in reverse order', Buffer.from(secret, 'hex').reverse().toString('hex')],
    ['its text as character codes', [...Buffer.from(secret)].join(' ')],
  ])('holds the secret: %s', (_, text) => expect(holdsSecret(text)).toBe(true))

  test.each([
    ['a mask with the last characters', `acme_${key.keyId}_••••${secret.slice(-8)}`],
    ['11 characters', secret.slice(0, 11)],
    ['its digest as a Buffer in JSON', JSON.stringify({ digest: createHash('sha256').update(secret).digest() })],
    ['5 of its bytes as numbers', String([...Buffer.from(secret, 'hex').subarray(0, 5)])],
    ['nothing', ''],
  ])('does not: %s', (_, text) => expect(holdsSecret(text)).toBe(false))

  test('holds the secret of another key, in full or encoded', () => {
    const [other, third] = ['5ab0c9d8e7f61234', '0f1e2d3c4b5a6978'].map(
      (part) => `acme_aaaaaaaaaaaaaaaa_${part.repeat(4)}`,
    )
    const holdsOther = (text: string) => keyTextOf(text, key, whole, [third!, other!]).holdsOtherSecret
    expect(holdsOther(`issued before: ${other}`)).toBe(true)
    expect(holdsOther(other!.slice(-40, -17).toUpperCase())).toBe(true)
    expect(holdsOther(Buffer.from(other!).toString('base64'))).toBe(true)
    expect(holdsOther(`issued before: ${other!.slice(0, 26)}…${other!.slice(-8)}, ${whole}`)).toBe(false)
  })

  test('names the key in any letter case', () => {
    expect(keyTextOf('ACME_0123456789ABCDEF', key, whole)).toMatchObject({ holdsKeyId: true, holdsPrefix: true })
    expect(keyTextOf('••••', key, whole)).toMatchObject({ holdsKeyId: false, holdsPrefix: false })
  })
})

it.each([
  ['its date', 'until 2099-02-21', false],
  ['the day before, as in another time zone', '2099-02-20', false],
  ['another month only', 'until 2099-01-21', true],
  ['past dates only', 'since 2020-01-21', false],
  ['no date', '90 days', false],
])('looks for other dates than the expiry: %s', (_, text, expected) => {
  expect(areOtherDates(text, Date.parse('2099-02-21T12:00:00Z'))).toBe(expected)
})
