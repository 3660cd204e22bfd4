import { expect, test } from 'vitest'
import { manualSource } from './manual.ts'

/** A person with these answers, and the questions asked. */
function person(...answers: string[]) {
  const questions: string[] = []
  const { module } = manualSource(async ({ text }) => {
    questions.push(text)
    return answers.shift() ?? ''
  })
  return { b: module.b!, questions }
}

test('asks for an administrator who lacks scopes, and for scopes separated by commas', async () => {
  const { b } = person('viewer', ' projects:read , datasets:read,', 'rows:read')
  await expect(b.limitedAdministrator!()).resolves.toEqual({
    person: 'viewer',
    holds: ['projects:read', 'datasets:read'],
    lacks: ['rows:read'],
  })
})

test('repeats the question after a list without a scope', async () => {
  const { b, questions } = person('viewer', ' , ', 'projects:read', 'rows:read')
  await b.limitedAdministrator!()
  expect(questions[2]).toBe('(type a scope)\nVariant B. Type scopes that "viewer" holds, separated by commas')
})

test('skips rules that need an expired key, because a person cannot make time pass', () => {
  expect(person().b).not.toHaveProperty('expireKey')
})
