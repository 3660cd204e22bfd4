import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../../src/core/exchange.ts'
import { parseJson } from '../../../src/core/json.ts'
import { fingerprintOf, judgeTurns } from './response-fingerprint.ts'

const response = (status: number, body: unknown): Exchange => {
  const text = JSON.stringify(body)
  const response = { status, reason: '', headers: [], bytes: text.length, text, ...parseJson(text) }
  return { response, req: { endpoint: '/projects' } } as unknown as Exchange
}
const list = (ids: readonly number[], total = ids.length, more: object = {}) =>
  response(200, { items: ids.map((id) => ({ id, ...more })), total, page: 1, size: 50, pages: 1 })

const judge = (...turns: Exchange[]) => judgeTurns(turns, 'the same')

describe('alternating plain and odd responses', () => {
  it('may be equal in another order and with other fields', () => {
    expect(judge(list([1, 2]), list([2, 1], 2, { link: 'x' }))).toBeUndefined()
  })

  it('may hold other items of a list that is longer than the page, which has no order', () => {
    expect(judge(list([1, 2], 9), list([7, 3], 9))).toBeUndefined()
  })

  it('may change once meanwhile', () => {
    expect(judge(list([1]), list([1, 2]), list([1, 2]), list([1, 2]), list([1, 2]))).toBeUndefined()
  })

  it.each([
    ['status', response(401, {})],
    ['number', list([1], 1)],
    ['items', list([3, 4])],
  ])('must not differ by their %s', (_, odd) => {
    expect(judge(list([1, 2]), odd, list([1, 2]), odd, list([1, 2]))).toMatchObject({ kind: 'violation' })
  })

  it('must not differ now and then', () => {
    const plain = list([1, 2])
    expect(judge(plain, list([]), plain, plain, plain)).toMatchObject({ kind: 'violation' })
  })

  it('prove nothing if the plain ones differ later as well', () => {
    const turns = [list([1, 2]), list([1]), list([1, 2]), list([1]), list([1, 2])]
    const [one, two] = [list([1, 2]), list([1])]
    expect(judgeTurns(turns, 'the same', [one, one, one])).toMatchObject({ kind: 'violation' })
    expect(judgeTurns(turns, 'the same', [two, two, two])).toMatchObject({ kind: 'violation' })
    expect(judgeTurns(turns, 'the same', [one, one, two])).toMatchObject({ kind: 'unclear', moved: true })
  })

  it('prove nothing if all differ', () => {
    const turns = [1, 2, 3, 4, 5].map((n) => list([], n))
    expect(judge(...turns)).toMatchObject({ kind: 'unclear', moved: true })
  })
})

describe('the fingerprint of a response', () => {
  const page = { items: [{ id: 1 }], total: 9, page: 1, size: 1, pages: 9 }
  const rows = { columns: ['a'], items: [{ a: 1 }], page: 1, size: 1, has_more: true }
  const same = (one: object, other: object, status = 200) =>
    fingerprintOf(response(200, one)) === fingerprintOf(response(status, other))

  it.each<[object, object]>([
    [page, { total: 8 }],
    [page, { page: 2 }],
    [page, { size: 2 }],
    [page, { pages: 8 }],
    [page, { items: [] }],
    [rows, { columns: ['b'] }],
    [rows, { has_more: false }],
    [rows, { page: undefined }],
    [{ id: 1 }, { id: 2 }],
  ])('%j is not that with %j', (json, more) => expect(same(json, { ...json, ...more })).toBe(false))

  it('has the ids of items if the page holds all of them', () => {
    const all = { ...page, total: 1 }
    expect(same(all, { ...all, items: [{ id: 2 }] })).toBe(false)
    expect(same(page, { ...page, items: [{ id: 2 }] })).toBe(true)
    const last = { ...rows, items: [{ id: 1 }], has_more: false }
    expect(same(last, { ...last, items: [{ id: 2 }] })).toBe(false)
    const more = { ...last, has_more: true }
    expect(same(more, { ...more, items: [{ id: 2 }] })).toBe(true)
    const second = { ...last, page: 2 }
    expect(same(second, { ...second, items: [{ id: 2 }] })).toBe(true)
  })

  it('is the same for any success, and for no error', () => {
    expect(same(page, page, 203)).toBe(true)
    expect(same(page, page, 404)).toBe(false)
    expect(same({}, {}, 206)).toBe(true)
  })

  it('is described in few words', () => {
    const differenceOf = (plain: Exchange, odd: Exchange) => {
      const finding = judge(plain, odd, plain)
      return finding?.kind === 'violation' ? finding.actual : finding
    }
    expect(differenceOf(list([1, 2]), list([3], 7))).toBe('200 with 1 item of 7')
    expect(differenceOf(response(200, rows), response(200, { ...rows, items: [] }))).toBe('200 with 0 items')
    expect(differenceOf(response(200, { id: 1 }), response(200, { id: 2 }))).toBe('200 with id 2')
    expect(differenceOf(response(200, { name: 1 }), response(404, { id: 1 }))).toBe(
      '404 with an object with the field id',
    )
  })
})
