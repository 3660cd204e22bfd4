import { expect, test } from 'vitest'
import { type Rule, trial } from '../rule.ts'
import { about } from '../testing/session.ts'
import { ranksOf } from './ranks.ts'

const rule = (id: string, after: string[], cost?: number): Rule => ({
  ...trial({
    ...about,
    after,
    cases: { first: [1], count: [1, 1, 1], ...(cost !== undefined && { cost: () => cost }) },
    send: async () => undefined,
    judge: () => undefined,
  }),
  id,
  variant: 'a',
})

test('what takes longest one after the other goes first, and what was begun ahead of what was not', () => {
  const rules = [
    rule('leaf', []),
    rule('root', []),
    rule('middle', ['root']),
    rule('last', ['middle']),
    rule('walk', [], 5),
  ]
  const { of, series } = ranksOf(rules, 'standard')
  const first = ['walk', 'root', 'middle', 'leaf'].map((id) => of(id, true))
  expect(first).toEqual([...first].sort((a, b) => a - b))
  expect(new Set(first).size).toBe(4)
  expect(of('last', true)).toBe(of('leaf', true))
  expect(of('leaf', false)).toBeLessThan(of('leaf', true))
  expect(of('middle', true)).toBeLessThan(of('leaf', false))
  expect(series).toBeLessThan(of('walk', false))
})
