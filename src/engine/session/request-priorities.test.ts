import { expect, test } from 'vitest'
import { type Rule, trial } from '../../core/rule.ts'
import { about, SETTINGS } from '../../testing/session.ts'
import { frugalConcurrency, frugalPriorities, requestPriorities } from './run-order.ts'

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

test('with a tight limit, ranks the cases of the order first and already tried cases last', () => {
  const rules = [rule('one', [], 1, [2, 4, 8]), rule('two', []), { ...rule('seen', []), kind: 'observation' } as Rule]
  const caseOrder = ['one', 'two', 'one']
  const [fresh, later] = [frugalPriorities({ rules, caseOrder }), frugalPriorities({ rules, caseOrder }, true)]
  const ranks = [
    fresh.of('one', true, 0),
    fresh.of('two', true, 0),
    fresh.of('one', true, 1),
    fresh.of('two', true, 1),
    fresh.of('one', false, 2),
    fresh.of('one', true, 2),
    fresh.of('seen', true, 0),
  ]
  expect(ranks).toEqual([...new Set(ranks)].sort((a, b) => a - b))
  expect(fresh.of('one', false, 0)).toBe(fresh.of('one', true, 0))
  expect(later.of('one', true, 2)).toBeLessThan(later.of('one', true, 0))
})

test.each([
  [25, 3],
  [200, 8],
  [undefined, 8],
])('with a limit of %s requests, sends at most %i concurrently', (maxRequests, expected) => {
  expect(frugalConcurrency({ ...SETTINGS, maxRequests })).toBe(expected)
})
