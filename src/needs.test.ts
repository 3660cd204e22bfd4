import { expect, test } from 'vitest'
import { missing } from './needs.ts'
import type { Rule } from './rule.ts'
import type { Need, Target } from './target.ts'
import { about } from './testing/session.ts'

const lacking = (needs: Need[], control?: Target['control']) =>
  missing({ ...about, kind: 'untried', id: 'b.x', variant: 'b', needs } as Rule, { keys: {}, control } as Target)

test('functions of the control module are asked for together, and only those that are not there', () => {
  const needs: Need[] = ['key', 'control.createKey', 'control.renewKey', 'control.revokeKey', 'key:revoked']
  expect(lacking(needs, ['createKey'])).toEqual([
    'TENANT_B_KEY_REVOKED (a revoked key)',
    'a control module (--control FILE) with renewKey, revokeKey',
  ])
  expect(lacking(['control.createKey'], ['createKey'])).toEqual([])
})
