import { expect, test } from 'vitest'
import { afterMove, isListed, keyIn, type ModelKey, type Transition } from './key-model.ts'

const after = (...transitions: Transition[]): string =>
  transitions
    .reduce(afterMove, [] as readonly ModelKey[])
    .map(({ issuer, state }) => `${issuer} ${state}`)
    .join(', ')

test('transitions follow the state table', () => {
  expect(after({ issue: 0 })).toBe('0 active')
  expect(after({ issue: 0 }, { issue: 1 }, { revoke: 0 })).toBe('0 revoked, 1 active')
  expect(after({ issue: 0 }, { revoke: 0 }, { renew: 0 })).toBe('0 revoked')
  expect(after({ issue: 0 }, { renew: 0 }, { issue: 1 }, { revokeAll: 0 }, { issue: 0 })).toBe(
    '0 revoked, 1 active, 0 active',
  )
  expect(after({ revoke: 0 }, { renew: 3 }, { revokeAll: 1 })).toBe('')
})

test('a number that is too high wraps around', () => {
  const keys: ModelKey[] = [
    { issuer: 0, state: 'active' },
    { issuer: 1, state: 'active' },
  ]
  expect(keyIn({ revoke: 3 }, keys)).toBe(1)
  expect(keyIn({ issue: 3 }, keys)).toBeUndefined()
  expect(after({ issue: 3 }, { issue: 2 }, { revokeAll: 5 })).toBe('1 revoked, 0 active')
})

test('a console may refuse what the table does not list', () => {
  const keys: ModelKey[] = [
    { issuer: 0, state: 'revoked' },
    { issuer: 1, state: 'active' },
  ]
  expect([{ revoke: 0 }, { renew: 0 }, { revokeAll: 0 }].map((transition) => isListed(keys, transition))).toEqual([
    false,
    false,
    false,
  ])
  expect([{ revoke: 1 }, { renew: 1 }, { revokeAll: 1 }].map((transition) => isListed(keys, transition))).toEqual([
    true,
    true,
    true,
  ])
})
