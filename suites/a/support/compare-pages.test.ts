import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../../src/core/exchange.ts'
import { type Finding, violation } from '../../../src/core/rule.ts'
import { sampleExchange } from '../../../src/testing/sample-exchange.ts'
import { sameList, sameRecords, sameTotal, settle } from './compare-pages.ts'
import { pageOf, type Read, type Reading } from './read-page.ts'

/** Page `page` of `per_page`, holding these ids. */
const at = (page: number, per_page: number, ids: readonly (number | string | undefined)[], total: number): Exchange => {
  const pagination = { page, per_page, total, total_pages: Math.ceil(total / per_page) }
  const data = ids.map((id) => (id === undefined ? {} : { id }))
  return sampleExchange('/users', { page, per_page }, { json: { data, pagination } })
}
const read = (...of: Parameters<typeof at>) => pageOf({ x: at(...of) }) as Read
const actual = (finding: Finding | undefined) => (finding?.kind === 'violation' ? finding.actual : finding)

describe('the same records', () => {
  const whole = read(1, 6, [1, 2, 3, 4, 5, 6], 6)

  it('are at each position that both pages cover', () => {
    for (const other of [read(1, 3, [1, 2, 3], 6), read(2, 3, [4, 5, 6], 6), read(3, 2, [5, 6], 6)]) {
      expect(sameRecords(whole, other)).toBeUndefined()
      expect(sameRecords(other, whole)).toBeUndefined()
    }
  })

  it('are not, if one differs anywhere', () => {
    expect(actual(sameRecords(whole, read(2, 3, [4, 5, 7], 6)))).toBe('id 7')
    expect(sameRecords(whole, read(2, 3, [4, 5, 7], 6))?.expected).toBe('id 6 at position 6, as with page=1&per_page=6')
    expect(sameRecords(read(2, 3, [9, 5, 6], 6), whole)?.expected).toContain('position 4')
  })

  it('suggest pages counted from 0, if two first pages begin with other records', () => {
    const causesOf = (one: Read, other: Read) => sameRecords(one, other)?.causes?.[0]
    expect(causesOf(read(1, 1, [2], 6), read(1, 3, [4, 5, 6], 6))).toMatch(/counted from 0/)
    expect(causesOf(read(1, 2, [1, 3], 6), whole)).toBeUndefined()
    expect(causesOf(read(2, 3, [7, 5, 6], 6), whole)).toBeUndefined()
  })

  it('are not compared if pages do not overlap, or a record has no id', () => {
    expect(sameRecords(read(1, 3, [1, 2, 3], 6), read(2, 3, [1, 2, 3], 6))).toBeUndefined()
    expect(sameRecords(whole, read(2, 3, [undefined, 5, 6], 6))).toBeUndefined()
    expect(sameRecords(read(2, 3, [undefined, 5, 6], 6), whole)).toBeUndefined()
  })

  it('are not missing on one page that the other has', () => {
    expect(actual(sameRecords(whole, read(2, 3, [4, 5], 6)))).toBe('none')
    expect(sameRecords(read(2, 3, [4, 5], 6), whole)?.expected).toBe(
      'a record at position 6, as with page=1&per_page=6',
    )
    expect(sameRecords(whole, read(2, 3, [], 6))?.expected).toContain('position 4')
  })

  it('need not exist after the end of the page or of the list', () => {
    expect(sameRecords(whole, read(1, 4, [1, 2, 3, 4], 6))).toBeUndefined()
    expect(sameRecords(whole, read(2, 3, [4, 5], 5))).toBeUndefined()
    expect(sameRecords(read(1, 3, [1, 2], 6), read(2, 3, [4, 5, 6], 6))).toBeUndefined()
    expect(sameRecords(read(2, 2, [3], 6), read(1, 3, [1, 2, 3], 6))).toBeUndefined()
  })
})

describe('the same list', () => {
  it('has one total, and the same records', () => {
    const one = read(1, 2, [1, 2], 4)
    expect(sameTotal(one, read(2, 2, [], 4))).toBeUndefined()
    expect(actual(sameTotal(one, read(1, 2, [1, 2], 5)))).toBe('pagination.total 5')
    expect(actual(sameList(one, read(1, 2, [1, 3], 5)))).toBe('pagination.total 5')
    expect(actual(sameList(one, read(1, 2, [1, 3], 4)))).toContain('id 3')
    expect(sameList(one, read(1, 2, [1, 2], 4))).toBeUndefined()
  })
})

describe('a difference', () => {
  const good = (total = 4) => at(1, 2, [1, 2], total)
  const bad = (total = 4) => at(1, 2, [1, 3], total)
  const settled = (...xs: Exchange[]) =>
    settle(
      xs.map((x): Reading => ({ x })),
      sameList,
    )
  const kinds = (...xs: Exchange[]) => {
    const finding = settled(...xs)
    return finding?.kind === 'unclear' ? `unclear${finding.moved ? ', moved' : ''}` : finding?.kind
  }

  it('counts between responses that agree', () => {
    expect(kinds(good(), bad(), good(), bad(), good())).toBe('violation')
    expect(kinds(good(), good(), good(), bad(), good())).toBe('violation')
    expect(kinds(good(), bad(), good(), good(), good())).toBe('violation')
  })

  it('is none if there is none, in two responses or five', () => {
    expect(kinds(good(), good())).toBeUndefined()
    expect(kinds(good(), good(), good(), good(), good())).toBeUndefined()
    expect(kinds(good(), bad())).toBe('violation')
  })

  it('is none if the list changed once', () => {
    expect(kinds(good(), bad(), bad(), bad(), bad())).toBeUndefined()
    expect(kinds(good(), good(), good(), good(), bad())).toBeUndefined()
  })

  it('is inconclusive if it changed each time', () => {
    const other = at(1, 2, [7, 8], 4)
    expect(kinds(good(), bad(), other, good(), bad())).toBe('unclear, moved')
  })

  it('takes precedence over a doubt', () => {
    const other = at(1, 2, [7, 8], 4)
    expect(kinds(other, bad(), good(), bad(), good())).toBe('violation')
  })

  it('of the totals is none if the list only grew', () => {
    expect(kinds(good(4), good(5), good(6), good(6), good(6))).toBeUndefined()
    expect(kinds(good(4), good(5), good(4), good(5), good(4))).toBe('violation')
    expect(kinds(good(6), good(5), good(4), good(4), good(4))).toBe('unclear, moved')
  })

  it('of the records counts though the list grew', () => {
    expect(kinds(good(4), bad(5), good(6), bad(6), good(6))).toBe('violation')
    expect(kinds(good(4), bad(5), good(6), good(6), good(6))).toBe('unclear, moved')
  })

  it('is not judged if a response is no page', () => {
    expect(settled(good(), sampleExchange('/users', {}, { status: 500 }))).toMatchObject({
      expected: '200 with a page',
    })
  })
})

describe('users come and leave', () => {
  const turns = (...totals: number[]): Reading[] =>
    totals.map((total, i) => ({ x: at(1 + (i % 2), 1, [1 + (i % 2)], total) }))

  it('and one response comes from a replica that lags: not a violation', () => {
    const oneTotal = (one: Read, other: Read) => sameTotal(one, other) ?? (beyond(one) || beyond(other) || undefined)
    const beyond = (one: Read) => one.start + BigInt(one.data.length) > one.total && violation('', '')
    const late = (...totals: number[]) =>
      turns(...totals).map((r, i) => (i % 2 === 1 ? { x: at(27, 10, [261], totals[i]!) } : r))
    expect(settle(late(260, 261, 260, 263, 264), oneTotal)).toMatchObject({ kind: 'unclear', moved: true })
    expect(settle(late(260, 261, 260, 261, 260), oneTotal)).toMatchObject({ kind: 'violation' })
  })

  it('so that a total recurs: the other query shows that the list changed', () => {
    expect(settle(turns(278, 277, 278, 278, 278), sameTotal)).toMatchObject({ kind: 'unclear', moved: true })
  })

  it('and a total that one query gets throughout counts', () => {
    expect(actual(settle(turns(278, 277, 278, 277, 278), sameTotal))).toContain('277')
  })
})
