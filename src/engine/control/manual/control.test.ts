import { expect, test } from 'vitest'
import { manualSource } from './control.ts'

/** A person who gives these answers, and what was asked. */
function person(...answers: string[]) {
  const asked: string[] = []
  const { module } = manualSource(async ({ text }) => {
    asked.push(text)
    return answers.shift() ?? ''
  })
  return { b: module.b!, asked }
}

test('an administrator who lacks scopes is named, with scopes separated by commas', async () => {
  const { b } = person('viewer', ' projects:read , datasets:read,', 'rows:read')
  await expect(b.limitedAdministrator!()).resolves.toEqual({
    person: 'viewer',
    holds: ['projects:read', 'datasets:read'],
    lacks: ['rows:read'],
  })
})

test('a list without a scope is asked for again', async () => {
  const { b, asked } = person('viewer', ' , ', 'projects:read', 'rows:read')
  await b.limitedAdministrator!()
  expect(asked[2]).toBe('(type a scope)\nVariant B. Type scopes that "viewer" holds, separated by commas')
})

test('nobody can make time pass: what needs an expired key is skipped', () => {
  expect(person().b).not.toHaveProperty('expireKey')
})
