import { expect, it } from 'vitest'
import type { TargetSettings } from '../../core/settings.ts'
import { baseTarget, secretsOf } from './supplied-keys.ts'

const ID = '00f0a1b2c3d4e5f6'
const value = `acme_live_${ID}_${'0f'.repeat(32)}`
const settings = {
  variant: 'b',
  baseUrl: 'http://127.0.0.1:1',
  keys: { active: { env: 'TENANT_B_KEY', value }, revoked: { env: 'TENANT_B_KEY_REVOKED', value: `x${value}` } },
  ordered: true,
  noScopeEndpoints: ['rows'],
  project: '7',
} as unknown as TargetSettings

it('maps the names of settings to secrets', () => {
  expect([...secretsOf(settings)]).toEqual([
    ['TENANT_B_KEY', value],
    ['TENANT_B_KEY_REVOKED', `x${value}`],
  ])
})

it('a target has keys without secrets; a prefix may contain underscores', () => {
  const secrets = secretsOf(settings)
  expect(baseTarget(settings, secrets)).toEqual({
    variant: 'b',
    baseUrl: 'http://127.0.0.1:1',
    keys: {
      active: { env: 'TENANT_B_KEY', prefix: 'acme_live', keyId: ID },
      revoked: { env: 'TENANT_B_KEY_REVOKED', prefix: 'xacme_live', keyId: ID },
    },
    ordered: true,
    noScopeEndpoints: ['rows'],
    project: '7',
    secrets,
    sizes: {},
  })
})
