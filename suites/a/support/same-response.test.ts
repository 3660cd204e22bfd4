import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../../src/core/exchange.ts'
import type { Json } from '../../../src/core/json.ts'
import { firstDifference, grewThrough, sameAnswer, sameStatus } from './same-response.ts'

const answer = (ids: Json[], total = ids.length, more: object = {}, status = 200): Exchange =>
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

describe('sameAnswer', () => {
  it('compares ids and no other fields of a record', () => {
    expect(sameAnswer(answer([1, 2], 2, { link: 'a' }), answer([1, 2], 2, { link: 'b' }))).toBe(true)
    expect(sameAnswer(answer([1, 2]), answer([1, 3]))).toBe(false)
    expect(sameAnswer(answer([1, 2]), answer(['1', '2']))).toBe(false)
    expect(sameAnswer(answer([2n ** 60n]), answer([2n ** 60n + 1n]))).toBe(false)
  })

  it('compares the names of fields, the total and the status, where any success equals another', () => {
    expect(sameAnswer(answer([1], 1, { link: 'a' }), answer([1]))).toBe(false)
    expect(sameAnswer(answer([1], 1), answer([1], 2))).toBe(false)
    expect(sameAnswer(answer([1]), answer([1], 1, {}, 206))).toBe(true)
    expect(sameAnswer(answer([1]), refused(401))).toBe(false)
    expect(sameAnswer(refused(401), refused(401))).toBe(true)
    expect(sameAnswer(refused(401), refused(403))).toBe(false)
    expect(sameAnswer(refused(401), answer([1]))).toBe(false)
    expect([sameAnswer(silent, refused(401)), sameAnswer(refused(401), silent)]).toEqual([false, false])
  })

  it('compares the status only if there is no page, and ignores the order of names', () => {
    const empty = (status: number) => ({ ...refused(status), req: { endpoint: '/else' } }) as unknown as Exchange
    expect(sameAnswer(empty(200), empty(204))).toBe(true)
    expect(sameAnswer(answer([1], 1, { a: 1, b: 1 }), answer([1], 1, { b: 1, a: 1 }))).toBe(true)
    expect(sameStatus(answer([1]), refused(401))).toBe(false)
    expect(sameStatus(refused(401), answer([1]))).toBe(false)
  })
})

describe('grewThrough', () => {
  it('allows users to be added at the end', () => {
    expect(grewThrough([answer([1]), answer([1, 2]), answer([1, 2, 3], 4)])).toBe(true)
  })

  it('allows nothing else', () => {
    expect(grewThrough([answer([1, 2]), answer([1])])).toBe(false)
    expect(grewThrough([answer([1, 2]), answer([2, 3])])).toBe(false)
    expect(grewThrough([answer([1]), refused(401), answer([1])])).toBe(false)
    expect(grewThrough([answer([1]), answer([1]), refused(500)])).toBe(false)
    expect(grewThrough([refused(500), answer([1])])).toBe(false)
    // The page that was asked for, and its size, stay as they are.
    expect(grewThrough([answer([1], 4), paged({ page: 2 })])).toBe(false)
    expect(grewThrough([answer([1], 4), paged({ per_page: 4 })])).toBe(false)
    expect(grewThrough([answer([1], 4), paged({})])).toBe(true)
    expect(grewThrough([answer([1], 4), answer([1, 2], 3)])).toBe(false)
    expect(grewThrough([answer([1, 2], 4), answer([1, 3], 4)])).toBe(false)
  })
})

it('returns the first difference', () => {
  const sides = ['one', 'other'] as const
  const told = (one: Exchange, other: Exchange) => {
    const found = firstDifference(one, other, sides)
    return found && [found.at, found.one.text, found.other.text]
  }
  expect(told(answer([1]), answer([1]))).toBeUndefined()
  expect(told(answer([1]), refused(401))).toEqual(['status', '200', '401'])
  expect(told(answer([1], 1), answer([1], 5))).toEqual(['pagination.total', '1', '5'])
  expect(told(answer([1], 1, { link: 'a' }), answer([1]))).toEqual(['fields of the records', 'id, link', 'id'])
  expect(told(answer([1, 2]), answer([1, 3]))).toEqual(['id of record 2', '2', '3'])
})
