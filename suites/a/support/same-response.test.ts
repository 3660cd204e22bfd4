import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../../src/core/exchange.ts'
import type { Json } from '../../../src/core/json.ts'
import { firstDifference, grewThrough, sameResponse, sameStatus } from './same-response.ts'

const response = (ids: Json[], total = ids.length, more: object = {}, status = 200): Exchange =>
  ({
    req: { endpoint: '/users', query: [] },
    response: {
      status,
      json: {
        data: ids.map((id) => ({ id, ...more })),
        pagination: { page: 1, per_page: 3, total, total_pages: Math.ceil(total / 3) },
      },
    },
  }) as unknown as Exchange
const refused = (status: number): Exchange =>
  ({ req: { endpoint: '/users' }, response: { status } }) as unknown as Exchange
const silent = { req: { endpoint: '/users' } } as unknown as Exchange
const paged = (more: object): Exchange => {
  const pagination = { page: 1, per_page: 3, total: 4, total_pages: 2, ...more }
  return { ...silent, response: { status: 200, json: { data: [{ id: 1 }], pagination } } } as unknown as Exchange
}

describe('sameResponse', () => {
  it('compares ids and no other fields of a record', () => {
    expect(sameResponse(response([1, 2], 2, { link: 'a' }), response([1, 2], 2, { link: 'b' }))).toBe(true)
    expect(sameResponse(response([1, 2]), response([1, 3]))).toBe(false)
    expect(sameResponse(response([1, 2]), response(['1', '2']))).toBe(false)
    expect(sameResponse(response([2n ** 60n]), response([2n ** 60n + 1n]))).toBe(false)
  })

  it('compares the names of fields, the total and the status, where any success equals another', () => {
    expect(sameResponse(response([1], 1, { link: 'a' }), response([1]))).toBe(false)
    expect(sameResponse(response([1], 1), response([1], 2))).toBe(false)
    expect(sameResponse(response([1]), response([1], 1, {}, 206))).toBe(true)
    expect(sameResponse(response([1]), refused(401))).toBe(false)
    expect(sameResponse(refused(401), refused(401))).toBe(true)
    expect(sameResponse(refused(401), refused(403))).toBe(false)
    expect(sameResponse(refused(401), response([1]))).toBe(false)
    expect([sameResponse(silent, refused(401)), sameResponse(refused(401), silent)]).toEqual([false, false])
  })

  it('compares the status only if there is no page, and ignores the order of names', () => {
    const empty = (status: number) => ({ ...refused(status), req: { endpoint: '/else' } }) as unknown as Exchange
    expect(sameResponse(empty(200), empty(204))).toBe(true)
    expect(sameResponse(response([1], 1, { a: 1, b: 1 }), response([1], 1, { b: 1, a: 1 }))).toBe(true)
    expect(sameStatus(response([1]), refused(401))).toBe(false)
    expect(sameStatus(refused(401), response([1]))).toBe(false)
  })
})

describe('grewThrough', () => {
  it('allows users to be added at the end', () => {
    expect(grewThrough([response([1]), response([1, 2]), response([1, 2, 3], 4)])).toBe(true)
  })

  it('allows nothing else', () => {
    expect(grewThrough([response([1, 2]), response([1])])).toBe(false)
    expect(grewThrough([response([1, 2]), response([2, 3])])).toBe(false)
    expect(grewThrough([response([1]), refused(401), response([1])])).toBe(false)
    expect(grewThrough([response([1]), response([1]), refused(500)])).toBe(false)
    expect(grewThrough([refused(500), response([1])])).toBe(false)
    // The requested page and its size stay.
    expect(grewThrough([response([1], 4), paged({ page: 2 })])).toBe(false)
    expect(grewThrough([response([1], 4), paged({ per_page: 4 })])).toBe(false)
    expect(grewThrough([response([1], 4), paged({})])).toBe(true)
    expect(grewThrough([response([1], 4), response([1, 2], 3)])).toBe(false)
    expect(grewThrough([response([1, 2], 4), response([1, 3], 4)])).toBe(false)
  })
})

it('returns the first difference', () => {
  const sides = ['one', 'other'] as const
  const differenceOf = (one: Exchange, other: Exchange) => {
    const found = firstDifference(one, other, sides)
    return found && [found.at, found.one.text, found.other.text]
  }
  expect(differenceOf(response([1]), response([1]))).toBeUndefined()
  expect(differenceOf(response([1]), refused(401))).toEqual(['status', '200', '401'])
  expect(differenceOf(response([1], 1), response([1], 5))).toEqual(['pagination.total', '1', '5'])
  expect(differenceOf(response([1], 1, { link: 'a' }), response([1]))).toEqual([
    'fields of the records (link)',
    'id, link',
    'id',
  ])
  expect(differenceOf(response([1, 2]), response([1, 3]))).toEqual(['id of record 2', '2', '3'])
})
