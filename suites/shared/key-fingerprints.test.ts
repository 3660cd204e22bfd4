import { describe, expect, it } from 'vitest'
import type { Target } from '../../src/core/target.ts'
import { fingerprintsOf, twinsIn } from './key-fingerprints.ts'

const ID = ['7c1e04d95ab3f628', 'a84f2b6d07c9e135']
const SECRET = ['93d0c5fa1e6b7248'.repeat(4), '1c7e9a04d8b3f526'.repeat(4)]
const key = (id: number, secret: number) => `acme_x_${ID[id]}_${SECRET[secret]}`
const twins = (keys: Record<string, string>) =>
  twinsIn(fingerprintsOf({ secrets: new Map(Object.entries(keys)) } as unknown as Target))

describe('two keys', () => {
  it('share nothing', () => {
    expect(twins({ ONE: key(0, 0), OTHER: key(1, 1) })).toBeUndefined()
    expect(twins({})).toBeUndefined()
  })

  it('share a key_id, or a secret, in any letter case', () => {
    expect(twins({ ONE: key(0, 0), OTHER: key(0, 1) })).toEqual({
      what: 'key_id',
      one: `ONE (key_id ${ID[0]})`,
      other: `OTHER (key_id ${ID[0]})`,
    })
    expect(twins({ ONE: key(0, 0), OTHER: key(1, 0).toUpperCase() })).toMatchObject({
      what: 'secret',
      one: `ONE (key_id ${ID[0]})`,
    })
  })

  it('supplied under two names are one key; created, they are two', () => {
    expect(twins({ ONE: key(0, 0), OTHER: key(0, 0) })).toBeUndefined()
    expect(twins({ ONE: key(0, 0), CREATED_KEY_1: key(0, 0) })).toMatchObject({ what: 'key_id' })
    expect(twins({ CREATED_KEY_1: key(0, 0), ONE: key(0, 0) })).toBeUndefined()
  })

  it('are the first with that part, though others have it as well', () =>
    expect(twins({ ONE: key(0, 0), TWO: key(0, 0), THREE: key(0, 1) })).toMatchObject({
      one: `ONE (key_id ${ID[0]})`,
      other: `THREE (key_id ${ID[0]})`,
    }))

  it('are compared as a whole if they are malformed', () => {
    expect(twins({ ONE: 'odd', OTHER: 'even' })).toBeUndefined()
    expect(twins({ ONE: 'odd_key', CREATED_KEY_1: 'odd_key' })).toMatchObject({ what: 'key_id' })
    expect(twins({ ONE: 'a_b', OTHER: 'c_b' })).toBeUndefined()
  })
})

it('a fingerprint holds no secret', () => {
  const text = JSON.stringify(
    fingerprintsOf({
      secrets: new Map([
        ['K', key(0, 0)],
        ['L', 'odd'],
      ]),
    } as unknown as Target),
  )
  expect(text).toContain(ID[0])
  expect(text).not.toContain(SECRET[0]!.slice(0, 8))
  expect(text).not.toContain('odd')
})
