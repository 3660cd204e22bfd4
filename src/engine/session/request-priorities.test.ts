import { expect, test } from 'vitest'
import { type Rule, type Trial, trial } from '../../core/rule.ts'
import { about } from '../../testing/session.ts'
import { frugalPriorities, mostRevealingFirst, requestPriorities } from './run-order.ts'

const rule = (id: string, after: string[], cost?: number, count: [number, number, number] = [1, 1, 1]): Rule => ({
  ...trial({
    ...about,
    after,
    cases: { first: [1], count, ...(cost !== undefined && { cost: () => cost }) },
    send: async () => undefined,
    judge: () => undefined,
  }),
  id,
  variant: 'a',
})

test('ranks the longest chain first, and started cases before new ones', () => {
  const rules = [
    rule('leaf', []),
    rule('root', []),
    rule('middle', ['root']),
    rule('last', ['middle']),
    rule('walk', [], 5),
  ]
  const { of } = requestPriorities(rules, 'standard')
  const first = ['walk', 'root', 'middle', 'leaf'].map((id) => of(id, true))
  expect(first).toEqual([...first].sort((a, b) => a - b))
  expect(new Set(first).size).toBe(4)
  expect(of('last', true)).toBe(of('leaf', true))
  expect(of('leaf', false)).toBeLessThan(of('leaf', true))
  expect(of('middle', true)).toBeLessThan(of('leaf', false))
})

test('ranks quick cases before series, and series before standard and exhaustive cases', () => {
  const { of, series } = requestPriorities([rule('root', []), rule('leaf', ['root'], 1, [2, 4, 8])], 'exhaustive')
  const ranks = [of('leaf', true, 1), series, of('leaf', false, 2), of('leaf', true, 3), of('leaf', false, 4)]
  expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
  expect(new Set(ranks).size).toBe(ranks.length)
  expect(of('root', true)).toBeLessThan(series)
})

test('with a tight limit, ranks the first case of each rule first and already tried cases last', () => {
  const rules = [rule('one', [], 1, [2, 4, 8]), { ...rule('seen', []), kind: 'observation' } as unknown as Rule]
  const [fresh, later] = [frugalPriorities(rules), frugalPriorities(rules, true)]
  expect(fresh.of('one', true, 0)).toBeLessThan(fresh.of('one', false, 1))
  expect(fresh.of('one', true, 1)).toBeLessThan(fresh.series)
  expect(fresh.series).toBeLessThan(fresh.of('one', true, 2))
  expect(fresh.of('one', true, 3)).toBeLessThan(fresh.of('seen', true, 0))
  expect(later.of('one', true, 3)).toBeLessThan(later.of('one', false, 0))
  expect(later.of('one', true, 3)).toBeLessThan(later.series)
})

test('with a tight limit, ranks rules by the faults that a request of theirs finds at quick depth', () => {
  const knows = (id: string, faults: string[], cost?: number, misses: string[] = []): Rule => ({
    ...rule(id, [], cost),
    faults: Object.fromEntries(faults.map((name) => [name, {}])),
    quickMisses: Object.fromEntries(misses.map((name) => [name, 'seldom'])),
  })
  const rules = [knows('few', ['a']), knows('dear', ['a', 'b', 'c', 'd'], 8), knows('many', ['a', 'b', 'c'])]
  const shared = {
    ...knows('missed', ['a', 'b', 'c', 'd', 'e'], 1, ['a', 'b', 'c']),
    cases: (rules[2] as Trial<unknown, unknown>).cases,
  } as Rule
  expect(mostRevealingFirst([...rules, shared]).map(({ id }) => id)).toEqual(['many', 'missed', 'few', 'dear'])
  const { of } = frugalPriorities(rules)
  expect(of('many', true, 0)).toBeLessThan(of('few', true, 0))
  expect(of('dear', true, 0)).toBeLessThan(of('many', true, 1))
})
