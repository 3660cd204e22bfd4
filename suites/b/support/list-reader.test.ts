import { describe, expect, it } from 'vitest'
import type { Req } from '../../../src/core/exchange.ts'
import type { Depth, Tools } from '../../../src/core/rule.ts'
import { sampleExchange } from '../../../src/testing/sample-exchange.ts'
import { type ListReading, ofOneList, readList } from './list-reader.ts'

interface Serving {
  readonly depth?: Depth
  /** Ids on a page; those of the whole list in order where left out. */
  readonly items?: (page: number, size: number) => readonly object[]
  readonly total?: (page: number) => number
  readonly pages?: (page: number, size: number) => number
  readonly known?: number
}

const usual = (length: number) => (page: number, size: number) =>
  Array.from({ length: Math.max(0, Math.min(size, length - (page - 1) * size)) }, (_, i) => ({
    id: (page - 1) * size + i + 1,
  }))

function serving(
  length: number,
  { depth = 'standard', items = usual(length), total, pages, known = length }: Serving = {},
) {
  const asked: string[] = []
  const response = (way: string) => async (req: Req) => {
    const [page, size] = ['page', 'size'].map((name) => Number(Object.fromEntries(req.query!)[name])) as [
      number,
      number,
    ]
    asked.push(`${way} ${page}`)
    const all = total?.(page) ?? length
    const json = {
      items: items(page, size),
      total: all,
      page,
      size,
      pages: pages?.(page, size) ?? Math.ceil(all / size),
    }
    return sampleExchange('/projects', { page, size }, { json })
  }
  const target = { keys: { active: { env: 'K', prefix: 'p', keyId: 'k' } }, sizes: { '/projects': known } }
  return { asked, tools: { get: response('get'), once: response('once'), target, depth } as unknown as Tools }
}
const walking = async (length: number, size: number, of: Serving = {}) => {
  const { tools, asked } = serving(length, of)
  return { asked, walk: await readList(tools, 'projects', size, 'once') }
}

describe('reading a list', () => {
  it('reads each item once, from page 1 while page is less than pages', async () => {
    const { walk, asked } = await walking(25, 10)
    expect(asked).toEqual(['once 1', 'once 2', 'once 3'])
    expect(walk).toMatchObject({ size: 10, whole: true, endless: false, named: true, length: 25 })
    expect([walk.items.size, [...walk.totals], walk.twice, walk.broken]).toEqual([25, [25n], undefined, undefined])
    expect((await walking(0, 10)).asked).toEqual(['once 1'])
    expect((await walking(20, 10)).asked).toEqual(['once 1', 'once 2'])
  })

  it('reads some of more than ten pages, among them the last', async () => {
    expect((await walking(100, 10)).asked).toHaveLength(10)
    const { asked, walk } = await walking(101, 10)
    expect(asked).toEqual(['get 1', 'get 2', 'get 6', 'get 7', 'get 10', 'get 11'])
    expect(walk).toMatchObject({ whole: false, endless: false, length: 101 })
    expect(walk.items.size).toBe(51)
  })

  it('reads the rest of a list that became short', async () => {
    expect((await walking(35, 10, { known: 500 })).asked).toEqual(['get 1', 'get 2', 'get 3', 'get 4'])
    expect((await walking(20, 10, { known: 500 })).asked).toEqual(['get 1', 'get 2'])
    expect((await walking(5, 10, { known: 500 })).asked).toEqual(['get 1'])
  })

  it('is complete at exhaustive depth if that is affordable', async () => {
    const times = async (length: number, size: number) =>
      (await walking(length, size, { depth: 'exhaustive' })).asked.length
    expect(await times(1000, 1)).toBe(1000)
    expect(await times(1001, 1)).toBe(6)
    expect(await times(50_050, 50)).toBe(1001)
    expect(await times(49_049, 49)).toBe(6)
  })

  it('continues three pages beyond the last if pages never ends', async () => {
    const { asked, walk } = await walking(20, 10, { pages: (page) => page + 1 })
    expect(asked).toHaveLength(5)
    expect(walk).toMatchObject({ endless: true, whole: true, length: 20 })
  })

  it('records the pages with a repeated item', async () => {
    const pagesOf = ({ twice }: ListReading) => twice?.map(({ req }) => req.query?.[0]?.[1])
    const items = (page: number, size: number) => usual(30)(page === 2 ? 1 : page, size)
    const { walk } = await walking(30, 10, { items })
    expect(pagesOf(walk)).toEqual(['1', '2'])
    const all = await walking(30, 10, { items: (_, size) => usual(30)(1, size) })
    expect(pagesOf(all.walk)).toEqual(['1', '2'])
    const onOne = await walking(30, 10, { items: (page, size) => [{ id: 0 }, ...usual(30)(page, size), { id: 0 }] })
    expect(pagesOf(onOne.walk)).toEqual(['1'])
  })

  it('records whether all items have ids, and the totals', async () => {
    const items = (page: number) => [page === 2 ? { name: 'x' } : { id: page }]
    expect((await walking(3, 1, { items })).walk.named).toBe(false)
    expect([...(await walking(3, 1, { total: (page) => (page === 1 ? 3 : 4) })).walk.totals]).toEqual([3n, 4n])
  })

  it('ends at a response that is no page', async () => {
    for (const length of [30, 500]) {
      const { tools } = serving(length)
      const failing = (way: 'get' | 'once') => async (req: Req) =>
        Object.fromEntries(req.query!).page === '2' ? sampleExchange('/projects', {}, { status: 500 }) : tools[way](req)
      const walk = await readList({ ...tools, get: failing('get'), once: failing('once') }, 'projects', 10, 'once')
      expect(walk.broken?.response?.status).toBe(500)
      expect([walk.length, walk.last]).toEqual([10, walk.broken])
    }
    const { tools } = serving(500)
    const none = { ...tools, get: async () => sampleExchange('/projects', {}, { status: 500 }) }
    expect(await readList(none as Tools, 'projects', 10, 'once')).toMatchObject({ length: 0, whole: false })
  })

  it('ends where the items end if a page is empty', async () => {
    const { walk } = await walking(101, 10, { items: (page, size) => (page >= 10 ? [] : usual(101)(page, size)) })
    expect(walk.length).toBe(70)
  })
})

describe('several readings', () => {
  const walk = async (ids: readonly number[], more: Partial<ListReading> = {}): Promise<ListReading> => {
    const items = (page: number, size: number) => ids.slice((page - 1) * size, page * size).map((id) => ({ id }))
    return { ...(await walking(ids.length, 100, { items })).walk, ...more }
  }
  const numbers = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i)

  it('are of one list if they read the same', async () => {
    expect(ofOneList([await walk([1, 2, 3]), await walk([3, 1, 2])])).toBe(true)
    expect(ofOneList([await walk([1, 2])])).toBe(true)
  })

  it('are not of one list if the total changed', async () => {
    expect(ofOneList([await walk([1, 2]), await walk([1, 2, 3])])).toBe(false)
    expect(ofOneList([await walk([1, 2], { totals: new Set([2n, 3n]) })])).toBe(false)
  })

  it('cannot be compared if items have no ids', async () => {
    expect(ofOneList([await walk([1, 2]), await walk([1, 3], { named: false })])).toBe(true)
  })

  it('are of one list if together they hold no more than the total', async () => {
    // Each lacks one and has another twice: the list has no order, it did not change.
    expect(ofOneList([await walk([1, 2, 2]), await walk([1, 3, 3])])).toBe(true)
    // One was taken out and another put in.
    expect(ofOneList([await walk([1, 2, 3]), await walk([1, 2, 4])])).toBe(false)
    expect(ofOneList([await walk([1, 2, 3]), await walk([3, 2, 1]), await walk([1, 2, 4])])).toBe(false)
  })

  it('of parts are of one list if large pages have little in common', async () => {
    const part = { whole: false, size: 50 }
    const one = await walk(numbers(1, 100), part)
    expect(ofOneList([one, await walk(numbers(60, 100), part)])).toBe(true)
    expect(ofOneList([one, await walk(numbers(51, 100), part)])).toBe(false)
    expect(ofOneList([one, await walk(numbers(1, 100), part)])).toBe(true)
    expect(ofOneList([one, await walk(numbers(60, 100), part), await walk(numbers(2, 100), part)])).toBe(false)
    expect(ofOneList([{ ...one, size: 49 }, await walk(numbers(60, 100), part)])).toBe(false)
    expect(ofOneList([{ ...one, whole: true }, await walk(numbers(60, 100), part)])).toBe(true)
  })
})
