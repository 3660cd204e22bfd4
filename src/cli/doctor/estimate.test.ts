import { expect, test } from 'vitest'
import { loadCatalog } from '../../core/catalog.ts'
import { estimates } from './estimate.ts'

const { rules } = await loadCatalog('a')
const untimed = rules.filter(
  ({ needs = [] }) => !needs.some((need) => need === 'timing' || need.startsWith('control.')),
)
const pace = { concurrency: 16, latencyMs: 0 }
const seconds = (more: object) => estimates(untimed, { ...pace, ...more }).map(({ seconds }) => seconds)

test('rules with the control module wait for keys to expire', () => {
  expect(estimates(rules, pace)[0]!.seconds).toBe(5)
  expect(estimates(untimed, pace)[0]!.seconds).toBe(1)
})

test('a rate limit, the latency of chained requests and a long list each take their time', () => {
  const [, standard, exhaustive] = estimates(untimed, pace)
  expect(seconds({ rate: 20 })[1]).toBe(Math.round(standard!.requests / 20))
  // 144 requests in 1.5 s and 1,081 in 5.3 s were measured at 40 ms.
  expect(seconds({ latencyMs: 40 }).slice(0, 2)).toEqual([2, 5])
  const [, sameStandard, long] = estimates(untimed, { ...pace, users: 100_000 })
  expect(sameStandard).toEqual(standard)
  // Against 100,000 users 11,906 were measured, and 6,756 against 237.
  expect(long!.requests - exhaustive!.requests).toBe(5000)
})
