import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inApiKey, noCredential, rebuilt, secretChanged, secretPart, whole } from './key-format.ts'
import { resolve } from './secret-text.ts'
import type { Key } from './target.ts'

const key: Key = { env: 'TENANT_A_KEY', prefix: 'acme_live', keyId: '00f0a1b2c3d4e5f6' }
const secret = '0123456789abcdef'.repeat(4)
const full = `acme_live_00f0a1b2c3d4e5f6_${secret}`
const secrets = new Map([[key.env, full]])
const text = (of: Parameters<typeof resolve>[0]) => resolve(of, secrets)

describe('key references', () => {
  it('resolve to the whole key, the secret and parts of it', () => {
    expect(text(whole(key))).toBe(full)
    expect(text([secretPart(key)])).toBe(secret)
    expect(text([secretPart(key, 10, 16)])).toBe('abcdef')
    expect(text([secretPart(key, 60)])).toBe('cdef')
  })

  it('rebuild the key from its own parts', () => expect(text(rebuilt(key, {}))).toBe(full))

  it('replace one part and keep the others', () => {
    expect(text(rebuilt(key, { prefix: 'x' }))).toBe(`x_${key.keyId}_${secret}`)
    expect(text(rebuilt(key, { keyId: 'y' }))).toBe(`acme_live_y_${secret}`)
    expect(text(rebuilt(key, { secret: ['z'] }))).toBe(`acme_live_${key.keyId}_z`)
    expect(text(rebuilt(key, { separators: ['.', '-'] }))).toBe(`acme_live.${key.keyId}-${secret}`)
  })

  it('change the secret at the given offsets only', () => {
    const places = fc.array(fc.integer({ min: 0, max: 63 }))
    fc.assert(
      fc.property(places, fc.integer({ min: 1, max: 15 }), (places, shift) => {
        const changed = text(secretChanged(key, places, shift))
        expect(changed).toHaveLength(64)
        for (let at = 0; at < 64; at++) {
          const digit = (Number.parseInt(secret[at]!, 16) + (places.includes(at) ? shift : 0)) % 16
          expect(changed[at]).toBe(digit.toString(16))
        }
      }),
    )
  })

  it('contain no empty pieces when the secret changes at its ends', () => {
    expect(secretChanged(key, [0], 1)).toHaveLength(2)
    expect(secretChanged(key, [63], 1)).toHaveLength(2)
    expect(secretChanged(key, [5, 5, 6], 1)).toHaveLength(4)
  })
})

it('a credential states its header and class', () => {
  expect(inApiKey('k', 'active')).toStrictEqual({ class: 'active', form: 'x-api-key', headers: [['X-Api-Key', 'k']] })
  expect(inApiKey('k', 'unknown', 'made up').note).toBe('made up')
  expect(noCredential).toEqual({ class: 'missing', form: 'none', headers: [] })
})
