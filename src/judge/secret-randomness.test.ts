import { hash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { FALSE_ALARM, findRegularity, type KeyParts, upperLimit } from './secret-randomness.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const HALF = hex(16)
const twoDigests = (bytes: Buffer) => (hash('md5', bytes) + hash('sha1', bytes)).slice(0, 64)
const keys = (count: number, secret: (n: number, keyId: string) => string): KeyParts[] =>
  Array.from({ length: count }, (_, n) => {
    const keyId = hex(8)
    return { keyId, secret: secret(n, keyId) }
  })

describe('findRegularity', () => {
  test.each([1, 2, 12, 40, 200])('finds nothing in %d random secrets', (count) => {
    expect(findRegularity(keys(count, () => hex(32)))).toBeUndefined()
  })

  test('leaves out secrets of another form, and one key under two names', () => {
    const [key] = keys(1, () => hex(32))
    expect(findRegularity([key!, key!, { keyId: 'x', secret: 'aaaa' }])).toBeUndefined()
  })

  test.each<[string, (n: number, keyId: string) => string, string]>([
    ['a common half', () => HALF + hex(16), 'shared substring'],
    ['the key_id', (_, keyId) => keyId + hex(24), 'shared substring'],
    ['one half twice', () => hex(16).repeat(2), 'repeated substring'],
    ['16 random bytes, then zeros', () => hex(16).padEnd(64, '0'), 'repeated substring'],
    ['a time in seconds in front', () => Math.floor(Date.now() / 1000).toString(16) + hex(28), 'fixed position'],
    ['two UUIDs', () => (crypto.randomUUID() + crypto.randomUUID()).replaceAll('-', ''), 'fixed position'],
    ['text in hex', () => Buffer.from(randomBytes(32).map((byte) => byte & 0x7f)).toString('hex'), 'fixed bit'],
    ['decimal digits', () => hex(32).replace(/[a-f]/g, (c) => String(c.charCodeAt(0) % 10)), 'frequent digit'],
    ['the SHA-256 of the key_id', (_, keyId) => hash('sha256', keyId), 'digest'],
    ['MD5 and SHA-1 of its bytes', (_, id) => twoDigests(Buffer.from(id, 'hex')), 'digest'],
    ['doubled digits', () => [...hex(16)].map((c) => c + c).join(''), 'equal neighbours'],
  ])('finds %s', (_, secret, what) => {
    expect(findRegularity(keys(60, secret))?.what).toBe(what)
  })

  test('finds a counter, in whichever digits', () => {
    const start = BigInt(`0x${hex(31)}`)
    const step = BigInt(`0x${hex(30)}`)
    const counted = (by: bigint) => keys(12, (n) => (start + BigInt(n) * by).toString(16).padStart(64, '0'))
    expect(findRegularity(counted(1n))).toBeDefined()
    expect(findRegularity(counted(step))).toBeDefined()
  })

  test('finds a chain of digests', () => {
    const chain = [hex(32)]
    while (chain.length < 9) chain.push(hash('sha256', chain.at(-1)!))
    expect(findRegularity(keys(9, (n) => chain[n]!))?.what).toBe('digest')
  })

  test('accepts a key_id that is a digest of the secret', () => {
    const made = keys(40, () => hex(32)).map(({ secret }) => ({ keyId: hash('sha256', secret).slice(0, 16), secret }))
    expect(findRegularity(made)).toBeUndefined()
  })

  test('holds nothing of a secret', () => {
    const found = findRegularity(keys(20, () => 'c0ffee42'.repeat(4) + hex(16)))
    expect(JSON.stringify(found)).not.toMatch(/c0ffee/)
  })
})

test('the limit is reached with at most the allowed probability', () => {
  expect(upperLimit(10, 1 / 2, 1)).toBe(11)
  expect(2 ** -34).toBeLessThanOrEqual(FALSE_ALARM)
  expect(upperLimit(34, 1 / 2, 1)).toBe(34)
  expect(upperLimit(33, 1 / 2, 1)).toBe(34)
})
