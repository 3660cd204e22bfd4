import { expect, test } from 'vitest'
import { catalogOf, tryAgainst } from '../../proof/selfcheck/try-against.ts'
import { plannedRequests } from './run-order.ts'

test.for([
  ['a', 'quick'],
  ['a', 'standard'],
  ['b', 'quick'],
  ['b', 'standard'],
] as const)(
  'what is planned for variant %s at %s depth is about what is sent',
  { timeout: 120_000 },
  async ([variant, depth]) => {
    const catalog = await catalogOf(variant)
    const untimed = catalog.rules.filter(({ needs = [] }) => !needs.includes('timing'))
    const plan = plannedRequests(untimed, depth)
    const { requests } = await tryAgainst({ variant, rules: [], depth, seed: 1 })
    const total = [...plan.values()].reduce((sum, n) => sum + n, 0)
    expect(total).toBeGreaterThan(requests * 0.6)
    expect(total).toBeLessThan(requests * 1.5)
  },
)
