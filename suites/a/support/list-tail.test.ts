import { describe, expect, it } from 'vitest'
import type { Req } from '../../../src/core/exchange.ts'
import type { Tools } from '../../../src/core/rule.ts'
import { sampleExchange } from '../../../src/testing/sample-exchange.ts'
import { isSameUser, isTail, positionIn, readTail, type Tail } from './list-tail.ts'

/** A list with this many records at each request, ids from 1 on. */
function toolsFor(length: (n: number) => number) {
  const asked: number[] = []
  const get = async (req: Req) => {
    const { page, per_page } = Object.fromEntries(req.query!) as Record<string, string>
    const total = length(asked.push(Number(page)))
    const start = (Number(page) - 1) * Number(per_page)
    const data = Array.from({ length: Math.max(0, Math.min(100, total - start)) }, (_, i) => ({ id: start + i + 1 }))
    const pagination = { page: Number(page), per_page: Number(per_page), total, total_pages: Math.ceil(total / 100) }
    return sampleExchange('/users', { page, per_page } as never, { json: { data, pagination } })
  }
  const target = { keys: { active: { env: 'K', prefix: 'p', keyId: 'k' } } }
  return { asked, tools: { get, target } as unknown as Tools }
}
const tailOf = async (length: (n: number) => number, position: number) => {
  const { asked, tools } = toolsFor(length)
  return { asked, tail: await readTail(tools, position) }
}

describe('the end of the list', () => {
  it.each([
    [250, 0, [1, 2, 3], 0, 250],
    [250, 99, [1, 2, 3], 0, 250],
    [250, 100, [2, 3], 100, 150],
    [250, 249, [3], 200, 50],
    [250, -5, [1, 2, 3], 0, 250],
    [200, 150, [2], 100, 100],
    [0, 0, [1], 0, 0],
  ])('of %i records from position %i on: pages %j', async (length, position, pages, start, count) => {
    const { asked, tail } = await tailOf(() => length, position)
    expect(asked).toEqual(pages)
    expect(tail).toMatchObject({ start, total: length })
    const { ids, xs } = tail as Tail
    expect([ids.length, xs.length]).toEqual([count, pages.length])
    expect(ids).toEqual(Array.from({ length: count }, (_, i) => start + i + 1))
  })

  it('is the last page if the list has become shorter', async () => {
    const { asked, tail } = await tailOf(() => 200, 200)
    expect(asked).toEqual([3, 2])
    expect(tail).toMatchObject({ start: 100, total: 200 })
  })

  it('is read further if it grows, and abandoned if that does not end', async () => {
    const { tail } = await tailOf((n) => (n === 1 ? 100 : 130), 0)
    expect(tail).toMatchObject({ total: 100 })
    const { tail: grown } = await tailOf((n) => 100 * n + 1, 0)
    expect(grown).toMatchObject({ kind: 'unclear', moved: true })
    const { tail: twenty } = await tailOf(() => 2000, 0)
    expect(isTail(twenty)).toBe(true)
    const { tail: more } = await tailOf(() => 2001, 0)
    expect(isTail(more)).toBe(false)
  })

  it('is inconclusive if a page within it is empty, or is no page', async () => {
    // Page 2 comes empty, though the position is within the total.
    const hole = toolsFor(() => 150)
    const get = async (req: Req) => {
      const x = await hole.tools.get(req)
      return { ...x, response: { ...x.response!, json: { ...(x.response!.json as object), data: [] } } }
    }
    expect(await readTail({ ...hole.tools, get } as Tools, 120)).toMatchObject({ kind: 'unclear', moved: true })
    const failing = {
      ...hole.tools,
      get: async () => sampleExchange('/users', {}, { status: 500 }),
    } as unknown as Tools
    expect(await readTail(failing, 0)).toMatchObject({ kind: 'unclear', moved: false })
  })

  it('is inconclusive if a record has no id', async () => {
    const pagination = { page: 1, per_page: 100, total: 1, total_pages: 1 }
    const get = async () => sampleExchange('/users', {}, { json: { data: [{}], pagination } })
    expect(await readTail({ ...toolsFor(() => 1).tools, get } as Tools, 0)).toMatchObject({ kind: 'unclear' })
  })
})

describe('a user', () => {
  const tail: Tail = { start: 100, ids: [7, 8, '9'], total: 103, xs: [] }

  it('is found by its id, as a number or as text', () => {
    expect([positionIn(tail, 7), positionIn(tail, '8'), positionIn(tail, 9)]).toEqual([100, 101, 102])
    expect(positionIn(tail, 10)).toBeUndefined()
    expect([isSameUser(7, '7'), isSameUser('7', 8), isSameUser(undefined, 7)]).toEqual([true, false, false])
  })
})
