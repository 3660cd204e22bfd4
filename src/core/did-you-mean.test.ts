import { expect, test } from 'vitest'
import { didYouMean, nearest } from './usage-error.ts'

test('suggests the closest known word first', () => {
  expect(nearest('--dept', ['--out', '--depth', '--rate'])).toEqual(['--depth'])
  expect(nearest('TENANT_A_KEY_REVOKD', ['TENANT_B_KEY_REVOKED', 'TENANT_A_KEY_REVOKED'])[0]).toBe(
    'TENANT_A_KEY_REVOKED',
  )
})

test('suggests nothing for a distant word', () => {
  expect(nearest('c', ['a', 'b'])).toEqual([])
  expect(didYouMean('zzzzzz', ['--out'])).toBe('')
})
