import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../../src/core/exchange.ts'
import { ENDPOINTS } from '../api.ts'
import { countRows, sizeOf } from './row-count.ts'
import type { AskRows } from './rows-page.ts'

/** A dataset with this many rows, read without a socket. */
function dataset(rows: number, hasMore = (length: number, more: boolean, _size: number) => more && length >= 0) {
  let asked = 0
  const ask: AskRows = async ({ page, size }) => {
    asked++
    const start = (Number(page) - 1) * Number(size)
    const items = Array.from({ length: Math.max(0, Math.min(Number(size), rows - start)) }, () => ({ n: 1 }))
    const more = hasMore(items.length, start + items.length < rows && items.length > 0, Number(size))
    const json = { columns: ['n'], items, page: Number(page), size: Number(size), has_more: more }
    return { req: { endpoint: ENDPOINTS.rows }, response: { status: 200, json } } as unknown as Exchange
  }
  return { ask, asked: () => asked }
}

describe('counting rows', () => {
  test('any number, by few requests', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.nat(5000),
          fc.nat(3_000_000),
          fc.nat(3000).map((n) => n * 1000),
        ),
        async (rows) => {
          const { ask, asked } = dataset(rows)
          expect(await countRows(ask, 1000)).toBe(rows)
          expect(asked()).toBeLessThanOrEqual(2 + 2 * Math.ceil(Math.log2(2 + rows / 1000)))
        },
      ),
      { numRuns: 50 },
    ))

  test('has_more that says "full" for "more" leads to the same number', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.nat(5000),
          fc.nat(30).map((n) => n * 1000),
        ),
        async (rows) => {
          expect(await countRows(dataset(rows, (length, _, size) => length === size).ask, 1000)).toBe(rows)
          expect(await countRows(dataset(rows, () => true).ask, 1000)).toBe(rows)
        },
      ),
      { numRuns: 50 },
    ))

  test('has_more false on a full page does not end the rows where more follow', async () => {
    for (const rows of [2310, 1000, 9001])
      expect(await countRows(dataset(rows, (_, more, size) => more && size < 1000).ask, 1000)).toBe(rows)
    // The last rows on any later page.
    const { ask } = dataset(1000)
    expect(await countRows(({ size }) => ask({ page: 1, size: Number(size) }), 1000)).toBe(1000)
  })

  test('pages smaller than requested prove nothing', async () => {
    const { ask } = dataset(2300)
    expect(await countRows(({ page, size }) => ask({ page, size: Math.min(100, Number(size)) }), 1000)).toBeUndefined()
  })

  /** From some page on another status. */
  const refusing = (rows: number, from: number, status: number, of = dataset(rows)): AskRows => {
    const { ask } = of
    return async (query) => {
      const x = await ask(query)
      return Number(query.page) < from ? x : { ...x, response: { ...x.response!, status, json: {} } }
    }
  }

  test('pages beyond the last may be rejected, and then the rows end before them', async () => {
    expect(await countRows(refusing(4000, 5, 404), 1000)).toBe(4000)
    expect(await countRows(refusing(4321, 6, 400), 1000)).toBe(4321)
    // If has_more says "full" for "more", only the refusal shows the end.
    const full = dataset(4000, (length, _, size) => length === size)
    expect(await countRows(refusing(4000, 5, 404, full), 1000)).toBe(4000)
  })

  test('unreadable pages prove nothing: the first, one in the middle, or the next', async () => {
    expect(await countRows(refusing(10, 1, 404), 1000)).toBeUndefined()
    expect(await countRows(refusing(10_000, 2, 200), 1000)).toBeUndefined()
    const { ask } = dataset(5500)
    const odd: AskRows = async (query) => {
      const x = await ask(query)
      return query.page === 6 ? { ...x, response: { ...x.response!, json: {} } } : x
    }
    expect(await countRows(odd, 1000)).toBeUndefined()
    const { ask: full } = dataset(1500, () => true)
    const last: AskRows = async (query) => {
      const x = await full(query)
      return query.page === 3 ? { ...x, response: { ...x.response!, json: {} } } : x
    }
    expect(await countRows(last, 1000)).toBeUndefined()
  })

  test('rows that never end', async () => {
    const { ask, asked } = dataset(Number.POSITIVE_INFINITY)
    expect(await countRows(ask, 1000)).toBe(Number.POSITIVE_INFINITY)
    expect(asked()).toBe(31)
  })

  test('sizes', () => {
    const choices = ['divides the row count', 'divides one row less', 'divides one row more', 7] as const
    expect(choices.map((choice) => sizeOf(choice, 2300, 1000))).toEqual([575, 209, 767, 7])
    expect(choices.map((choice) => sizeOf(choice, 0, 1000))).toEqual([1, 1, 1, 7])
    expect(choices.map((choice) => sizeOf(choice, 100, 1000))).toEqual([100, 99, 101, 7])
  })
})
