import { expect, test } from 'vitest'
import { sampleExchange } from '../testing/sample-exchange.ts'
import { serverError } from './server-error.ts'

const causesOf = (...query: [string, string][]) =>
  serverError(sampleExchange('/users', {}, { status: 500 }, { query } as never))!.causes

test('blames a repeated parameter only where there is one', () => {
  expect(causesOf(['page', '1'], ['page', '2'])).toEqual([expect.stringContaining('repeated')])
  expect(causesOf(['page', '1'], ['per_page', '2'])).toBeUndefined()
})
