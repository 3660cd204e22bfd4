import { describe, expect, test } from 'vitest'
import { type Rule, trial } from '../../core/rule.ts'
import type { Target } from '../../core/target.ts'
import { about } from '../../testing/session.ts'
import { runOrder } from './run-order.ts'

const rule = (id: string, more: object = {}): Rule => ({
  ...trial({
    ...about,
    ...more,
    cases: { first: [1], count: [1, 10, 100], cost: () => 100 },
    send: async () => undefined,
    judge: () => undefined,
  }),
  id,
  variant: 'a',
})
/** Rules with 200 requests, and 100 more that need a missing key. */
const rules = [
  rule('one'),
  rule('two'),
  rule('three', { needs: ['key:revoked'] }),
  rule('timed', { needs: ['timing'] }),
]
const target = { keys: {}, ordered: false } as unknown as Target
const order = (settings: object, rate?: number) =>
  runOrder({ depth: 'standard', rules: [], timing: false, ...settings }, rules, target, rate)

describe('a standard run', () => {
  test('sends everything in one round within its limits', () => {
    for (const settings of [{}, { maxRequests: 200 }, { rules: ['one'], maxRequests: 100 }])
      expect(order(settings)).toEqual({ quickFirst: false, short: false })
  })

  test('is short when --max-requests, or --rate until the deadline, does not allow everything', () => {
    expect(order({ maxRequests: 199 })).toEqual({ quickFirst: true, short: true })
    expect(order({ deadline: 3900 }, 50)).toEqual({ quickFirst: true, short: true })
    expect(order({ deadline: 4000 }, 50).short).toBe(false)
    expect(order({ deadline: 1 }).short).toBe(false)
    expect(order({ maxRequests: 200, timing: true }).short).toBe(true)
  })
})

test('exhaustive runs and runs with a deadline start with a quick round; quick runs and replays do not', () => {
  expect(order({ deadline: 60_000 })).toEqual({ quickFirst: true, short: false })
  expect(order({ depth: 'exhaustive' })).toEqual({ quickFirst: true, short: false })
  expect(order({ depth: 'quick', maxRequests: 10 })).toEqual({ quickFirst: false, short: true })
  expect(order({ depth: 'exhaustive', replay: [] }).quickFirst).toBe(false)
})
