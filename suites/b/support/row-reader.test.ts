import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Depth } from '../../../src/core/rule.ts'
import { sampleExchange } from '../../../src/testing/sample-exchange.ts'
import { readEveryRow } from './row-reader.ts'
import type { AskRows } from './rows-page.ts'

const endpoint = '/projects/{project_id}/datasets/{dataset_id}/rows'

function serving(rows: number, more = (page: number, size: number) => page * size < rows) {
  const asked: number[] = []
  const ask: AskRows = async (query) => {
    const { page, size } = query as { page: number; size: number }
    asked.push(page)
    const length = Math.max(0, Math.min(size, rows - (page - 1) * size))
    const items = Array.from({ length }, (_, i) => ({ a: i }))
    return sampleExchange(
      endpoint,
      { page, size },
      { json: { columns: ['a'], items, page, size, has_more: more(page, size) } },
    )
  }
  return { asked, ask }
}

describe('reading rows', () => {
  it('reads every row, regardless of the pages left out', async () => {
    const depths = fc.constantFrom<Depth>('quick', 'standard', 'exhaustive')
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 1, max: 500 }),
        depths,
        async (rows, size, depth) => {
          const { ask, asked } = serving(rows)
          expect(await readEveryRow(ask, size, rows, depth)).toMatchObject({ rows, endless: false })
          if (depth !== 'exhaustive') expect(asked.length).toBeLessThanOrEqual(10)
        },
      ),
      { numRuns: 50 },
    )
  })

  it.each<[number, number, Depth, number[]]>([
    [100, 10, 'quick', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    [101, 10, 'quick', [1, 2, 10, 11]],
    [2000, 10, 'standard', [1, 2, 199, 200]],
  ])('of %i rows by %i at %s depth requests pages %j', async (rows, size, depth, pages) => {
    const { ask, asked } = serving(rows)
    await readEveryRow(ask, size, rows, depth)
    expect(asked).toEqual(pages)
  })

  it('is complete at exhaustive depth if that is affordable', async () => {
    const times = async (rows: number, size: number) => {
      const { ask, asked } = serving(rows)
      await readEveryRow(ask, size, rows, 'exhaustive')
      return asked.length
    }
    expect(await times(1000, 1)).toBe(1000)
    expect(await times(1001, 1)).toBe(4)
    expect(await times(100_100, 100)).toBe(1001)
    expect(await times(99_099, 99)).toBe(4)
  })

  it('stops three pages beyond the last if has_more never ends', async () => {
    const { ask, asked } = serving(20, () => true)
    expect(await readEveryRow(ask, 10, 20, 'standard')).toMatchObject({ endless: true, rows: 20 })
    expect(asked).toEqual([1, 2, 3, 4, 5])
  })

  it('ends too early if has_more says so', async () => {
    expect(await readEveryRow(serving(20, () => false).ask, 10, 20, 'standard')).toMatchObject({
      endless: false,
      rows: 10,
    })
  })

  it('ends at a response that is no page', async () => {
    const broken = sampleExchange(endpoint, {}, { status: 500 })
    const { ask } = serving(30)
    const failing: AskRows = async (query) => (query.page === 2 ? broken : ask(query))
    expect(await readEveryRow(failing, 10, 30, 'standard')).toEqual({ rows: 10, endless: false, broken, last: broken })
  })
})
