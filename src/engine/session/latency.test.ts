import { expect, test } from 'vitest'
import { latencyOf } from './latency.ts'

test('has no quantiles without responses', () => expect(latencyOf([])).toBeUndefined())

test('half of the times are within p50, 99 of 100 within p99', () => {
  expect(latencyOf(Array.from({ length: 1000 }, (_, i) => 1000 - i))).toEqual({ p50: 500, p99: 990 })
  expect(latencyOf([1.23456])).toEqual({ p50: 1.23, p99: 1.23 })
})
