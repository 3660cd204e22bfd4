import { describe, expect, test } from 'vitest'
import type { ControlFunction } from '../../core/target.ts'
import { applyCall, type CreatedKeyRecord, historyOf } from './created-key.ts'

const created = (): CreatedKeyRecord => ({
  key: { env: 'CREATED_KEY_1', prefix: 'acme', keyId: '0123456789abcdef' },
  handle: '1',
  expiresAt: Number.NaN,
  revoked: false,
  revokedWithOthers: false,
  state: 'active',
  since: 0,
  calls: ['createKey'],
})

function after(...calls: (ControlFunction | `${ControlFunction} failed`)[]) {
  const record = created()
  for (const call of calls) applyCall(record, call.split(' ')[0] as ControlFunction, !call.endsWith('failed'))
  return historyOf(record)
}

describe('the state of a created key', () => {
  test.each([
    [[], 'active'],
    [['disableKey'], 'disabled'],
    [['disableKey', 'enableKey'], 'active'],
    [['revokeKey', 'enableKey'], 'revoked'],
    [['disableKey', 'revokeKey', 'enableKey'], 'revoked'],
    [['expireKey'], 'expired'],
    [['expireKey', 'renewKey'], undefined],
    [['removePerson'], 'active'],
    [['disableKey failed'], undefined],
    [['revokeKey', 'disableKey failed'], 'revoked'],
  ] as [ControlFunction[], string | undefined][])('after %j is %s', (calls, state) => {
    expect(after(...calls).state).toBe(state)
  })

  test('is expired when the expiry may have passed by another clock', () => {
    expect(historyOf({ ...created(), expiresAt: Date.now() + 60_000 }).state).toBe('expired')
    expect(historyOf({ ...created(), expiresAt: Date.now() + 7_200_000 }).state).toBe('active')
  })

  test('counts as refused only by a request after the call that led to it', () => {
    expect(historyOf({ ...created(), since: 5, refusedAt: 4 }).isRefused).toBe(false)
    expect(historyOf({ ...created(), since: 5, refusedAt: 5 }).isRefused).toBe(true)
  })
})
