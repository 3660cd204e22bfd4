import { expect, it } from 'vitest'
import { resolve } from '../../../src/core/secret-text.ts'
import type { Key, KeyCondition, Target } from '../../../src/core/target.ts'
import { crossed, crossedNote, crossings, isCrossed } from './crossed.ts'

const key = (env: string, keyId: string): Key => ({ env, prefix: 'acme', keyId })
const keys: Target['keys'] = {
  active: key('KEY', '1'.repeat(16)),
  'no-scope': key('NO_SCOPE', '2'.repeat(16)),
  revoked: key('REVOKED', '3'.repeat(16)),
}
const target = { keys } as Target
const secretOf = (condition: KeyCondition) => keys[condition]!.keyId.slice(0, 1).repeat(64)
const secrets = new Map(
  (['active', 'no-scope', 'revoked'] as const).map((c) => [keys[c]!.env, `acme_${keys[c]!.keyId}_${secretOf(c)}`]),
)

it('crosses the active key with every other one, and valid ones with it', () => {
  expect(crossings(target)).toEqual([
    { key_id: 'active', secret_of: 'no-scope' },
    { key_id: 'active', secret_of: 'revoked' },
    { key_id: 'no-scope', secret_of: 'active' },
  ])
  expect(crossings({ keys: { active: keys.active } } as Target)).toEqual([])
})

it('joins key_id and secret of two keys', () => {
  for (const d of crossings(target)) {
    const text = resolve(crossed(target, d), secrets)
    expect(text).toBe(`acme_${keys[d.key_id]!.keyId}_${secretOf(d.secret_of)}`)
    expect(crossedNote(d)).toContain(d.secret_of)
    expect(isCrossed(d)).toBe(true)
  }
  expect(isCrossed({ length: 3 })).toBe(false)
})
