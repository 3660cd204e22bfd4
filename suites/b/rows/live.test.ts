import { expect, test } from 'vitest'
import type { Exchange } from '../../../src/core/exchange.ts'
import type { Target } from '../../../src/core/target.ts'
import { sampleExchange } from '../../../src/testing/sample-exchange.ts'
import live from './live.ts'

type Round = Record<string, readonly Exchange[]>

/** The last page of this many rows: one at a size of 7 that begins with row 7. */
function tail(rows: number): Exchange[] {
  const items = Array.from({ length: Math.max(0, rows - 7) }, (_, i) => ({ n: i + 7 }))
  const json = { columns: ['n'], items, page: 2, size: 7, has_more: false }
  return [sampleExchange('/projects/{project_id}/datasets/{dataset_id}/rows', { page: 2, size: 7 }, { json })]
}
function found(...rounds: Round[]): string | undefined {
  const finding = live.judge(rounds as never, { size: 7, calm: false }, {} as Target)
  return finding?.kind === 'unclear' && finding.moved ? 'moved' : finding?.kind
}
const at = (before: number, after: number, later?: number, still?: number): Round => ({
  before: tail(before),
  after: tail(after),
  ...(later !== undefined && { later: tail(later) }),
  ...(still !== undefined && { still: tail(still) }),
})

test('an added row is read immediately, late or never', () => {
  expect(found(at(10, 11))).toBeUndefined()
  expect(found(at(10, 10, 11, 11))).toBe('violation')
  expect(found(at(10, 10, 10), at(10, 10, 10))).toBe('violation')
  expect(found(at(10, 10, 10), at(10, 11))).toBe('unclear')
})

test('warns of a new row that comes twice where no other does', () => {
  const [page] = tail(10) as [Exchange]
  const twice = (...items: object[]) => [
    { ...page, response: { ...page.response!, json: { columns: ['n'], items, page: 2, size: 7, has_more: false } } },
  ]
  const rows = [{ n: 7 }, { n: 8 }, { n: 9 }]
  const added = { n: 10 }
  const judged = (before: object[], after: object[]) =>
    found({ before: twice(...before), after: twice(...after) } as never)
  expect(judged(rows, [...rows, added, added])).toBe('violation')
  expect(judged(rows, [...rows, added])).toBeUndefined()
  expect(judged([...rows, added, added], [...rows, added, added, added])).toBeUndefined()
  expect(judged(rows.slice(1), [...rows.slice(1), added, added])).toBeUndefined()
})

test('is inconclusive if rows are also removed or change all the time', () => {
  expect(found(at(10, 10, 12, 13))).toBe('moved')
  expect(found(at(10, 10, 9, 9))).toBe('moved')
  expect(found(at(10, 10, 6, 5))).toBe('moved')
  expect(found(at(7, 7))).toBe('moved')
})
