import { expect, test } from 'vitest'
import type { Exchange } from '../../../src/core/exchange.ts'
import { beyond } from './past-end.ts'

const page = (ids: readonly number[], number: number, last: number): Exchange =>
  ({
    response: {
      ...{ status: 200, bytes: 9 },
      json: { data: ids.map((id) => ({ id })), pagination: { page: number, per_page: 2, total_pages: last } },
    },
  }) as unknown as Exchange

const first = page([1, 2], 1, 4)

test.for([
  ['nothing', page([], 1004, 4), '0 records', 'as asked'],
  ['the last page', page([7], 4, 4), 'those of another page', 'the last'],
  ['the last page, echoed as requested', page([7], 1004, 4), 'those of another page', 'as asked'],
  ['the first page', page([1, 2], 1, 4), 'those of the first page', 1],
] as const)('%s', ([, x, data, number]) => {
  const expected = { status: 200, data, 'pagination.page': number, 'pagination.per_page': 2 }
  expect(beyond(x, 1004n, first)).toEqual(expected)
})

test('a rejection is described by its status and code', () => {
  const x = { response: { status: 404, bytes: 9, json: { error: { code: 'not_found' } } } } as unknown as Exchange
  expect(beyond(x, 9n, first)).toEqual({ status: 404, code: 'not_found' })
})
