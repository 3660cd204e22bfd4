import { describe, expect, test } from 'vitest'
import { about } from '../testing/session.ts'
import { supplies, supplyText, unmet } from './needs.ts'
import type { Depth, Rule, Variant } from './rule.ts'
import type { Need, Target } from './target.ts'

const missing = (rule: Rule, target: Target) => supplies(unmet(rule, target), rule.variant)
const key = { env: 'X', prefix: 'x', keyId: 'x' }
const lacking = (needs: Need[] | undefined, target: Partial<Target> = {}, variant: Variant = 'b') =>
  missing(
    { ...about, kind: 'observation', id: 'b.x', variant, needs } as unknown as Rule,
    { keys: { active: key }, ordered: false, ...target } as Target,
  )

test('lists all missing control functions in one line', () => {
  const needs: Need[] = ['key', 'control.createKey', 'control.renewKey', 'control.revokeKey', 'key:revoked']
  expect(lacking(needs, { control: ['createKey'] })).toEqual([
    'TENANT_B_KEY_REVOKED (a revoked key)',
    'a control module (--control FILE) with renewKey, revokeKey',
  ])
  expect(lacking(['control.createKey'], { control: ['createKey'] })).toEqual([])
  expect(lacking(['control.createKey'], { control: ['renewKey', 'createKey'] })).toEqual([])
  expect(lacking(['control.createKey'])).toHaveLength(1)
})

test('a rule without needs can run', () => {
  expect(lacking(undefined)).toEqual([])
  expect(lacking(['key', 'timing'])).toEqual([])
})

describe('a met need is not listed, an unmet one names its setting', () => {
  const keys = { active: key, 'no-scope': key, revoked: key, 'other-company': key }
  test.each<[Need, Partial<Target>, string]>([
    ['key:revoked', { keys }, 'TENANT_B_KEY_REVOKED (a revoked key)'],
    ['key:no-scope', { keys }, 'TENANT_B_KEY_NO_SCOPE (a valid key that lacks the scope)'],
    ['other-company', { keys }, 'TENANT_B_KEY_OTHER_COMPANY'],
    ['other-tenant', { keys: { active: key, 'other-tenant': key } }, 'TENANT_A_KEY_OTHER_TENANT'],
    ['second-key', { keys: { active: key, expired: key } }, 'any second key'],
    ['project', { project: '1' }, 'TENANT_B_PROJECT_ID'],
    ['dataset', { dataset: '1' }, 'TENANT_B_DATASET_ID'],
    ['dataset:ordered', { dataset: '1', ordered: true }, 'TENANT_B_DATASET_ORDER_BY'],
    ['dataset:order-by', { dataset: '1', orderBy: [] }, 'TENANT_B_DATASET_ORDER_BY'],
    ['second-project', { related: { secondProject: '2' } }, 'a second project'],
    ['empty-dataset', { related: { emptyDataset: '2' } }, 'a dataset without rows'],
  ])('%s', (need, met, message) => {
    expect(lacking([need], met)).toEqual([])
    expect(lacking([need])).toEqual([expect.stringContaining(message)])
  })

  test('an ordered dataset needs both a dataset and its order', () => {
    expect(lacking(['dataset:ordered'], { dataset: '1' })).toHaveLength(1)
    expect(lacking(['dataset:ordered'], { ordered: true })).toHaveLength(1)
  })

  test('a key in another condition does not meet the need', () => {
    expect(lacking(['key:expired'], { keys })).toEqual(['TENANT_B_KEY_EXPIRED (an expired key)'])
    expect(lacking(['key:disabled'], { keys }, 'a')).toEqual(['TENANT_A_KEY_DISABLED (a disabled key)'])
    expect(lacking(['key:no-module'], { keys }, 'a')).toEqual([
      'TENANT_A_KEY_NO_MODULE (a valid key of a company without the module)',
    ])
  })

  test('an unknown need is not met', () =>
    expect(lacking(['else' as Need], { dataset: '1', ordered: true })).toEqual(['else']))
})

test('quick depth does not say that nothing was found', () => {
  const text = (depth: Depth, ...needs: Need[]) => supplyText(needs, 'b', undefined, depth)
  expect(text('quick', 'empty-project')).toMatch(/^run at standard depth: quick/)
  expect(text('quick', 'key:expired', 'empty-project')).toMatch(
    /^supply TENANT_B_KEY_EXPIRED .*; run at standard depth: quick/,
  )
  expect(text('standard', 'empty-project')).toMatch(/^supply a project .*looked for among the first/)
})
