import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../src/client/exchange.ts'
import { parseJson } from '../../src/client/json.ts'
import { judgeTurns } from './face.ts'

const answer = (status: number, body: unknown): Exchange => {
  const text = JSON.stringify(body)
  const response = { status, reason: '', headers: [], bytes: text.length, text, ...parseJson(text) }
  return { response, req: { endpoint: '/projects' } } as unknown as Exchange
}
const list = (ids: readonly number[], total = ids.length, more: object = {}) =>
  answer(200, { items: ids.map((id) => ({ id, ...more })), total, page: 1, size: 50, pages: 1 })

const judge = (...turns: Exchange[]) => judgeTurns(turns, 'the same')

describe('plain and odd answers by turns', () => {
  it('may be the same in another order and with other members', () => {
    expect(judge(list([1, 2]), list([2, 1], 2, { link: 'x' }))).toBeUndefined()
  })

  it('may hold other items of a list that is longer than the page, which has no order', () => {
    expect(judge(list([1, 2], 9), list([7, 3], 9))).toBeUndefined()
  })

  it('may change once meanwhile', () => {
    expect(judge(list([1]), list([1, 2]), list([1, 2]), list([1, 2]), list([1, 2]))).toBeUndefined()
  })

  it.each([
    ['status', answer(401, {})],
    ['number', list([1], 1)],
    ['items', list([3, 4])],
  ])('must not differ by their %s', (_, odd) => {
    expect(judge(list([1, 2]), odd, list([1, 2]), odd, list([1, 2]))).toMatchObject({ kind: 'violation' })
  })

  it('must not differ now and then', () => {
    const plain = list([1, 2])
    expect(judge(plain, list([]), plain, plain, plain)).toMatchObject({ kind: 'violation' })
  })

  it('tell nothing where all differ', () => {
    const turns = [1, 2, 3, 4, 5].map((n) => list([], n))
    expect(judge(...turns)).toMatchObject({ kind: 'unclear', moved: true })
  })
})
