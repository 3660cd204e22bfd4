import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Req } from '../../../src/core/exchange.ts'
import type { Tools } from '../../../src/core/rule.ts'
import type { Id } from '../../../src/judge/ids.ts'
import { sampleExchange } from '../../../src/testing/sample-exchange.ts'
import { isThere, lookUp } from './find-record.ts'

/** The whole list: as it was when the run began, and as it is now. */
function toolsFor(then: readonly Id[], now: readonly Id[] = then, total = (ids: readonly Id[]) => ids.length) {
  const asked: string[] = []
  const answering = (ids: readonly Id[], way: string) => async (req: Req) => {
    const page = Number(Object.fromEntries(req.query!).page)
    asked.push(`${way} ${page}`)
    const data = ids.slice((page - 1) * 100, page * 100).map((id) => ({ id: id as number }))
    const pagination = { page, per_page: 100, total: total(ids), total_pages: 1 }
    return sampleExchange('/users', { page }, { json: { data, pagination } })
  }
  const target = { keys: { active: { env: 'K', prefix: 'p', keyId: 'k' } } }
  return { asked, tools: { once: answering(then, 'once'), get: answering(now, 'get'), target } as unknown as Tools }
}
const odd = (length: number): number[] => Array.from({ length }, (_, i) => 2 * i + 1)

describe('a record in the whole list', () => {
  it('is found at any position, or missed, in few requests', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3000 }), fc.nat(7000), async (length, id) => {
        const { tools, asked } = toolsFor(odd(length))
        const wanted = id % 2 === 1 && id < 2 * length
        expect(await lookUp(tools, id)).toMatchObject({ found: wanted })
        expect(await isThere(tools, id)).toBe(wanted)
        expect(asked.length).toBeLessThanOrEqual(3 * 6)
      }),
      { numRuns: 200 },
    )
  })

  it('is looked up in earlier responses, then in current ones', async () => {
    const known = toolsFor([1, 3])
    await lookUp(known.tools, 3)
    expect(known.asked).toEqual(['once 1'])
    const added = toolsFor([1, 3], [1, 3, 5])
    expect(await lookUp(added.tools, 5)).toMatchObject({ found: true })
    expect(added.asked).toEqual(['once 1', 'get 1'])
    expect(await isThere(toolsFor([1, 3], [1]).tools, 3)).toBe(false)
  })

  it('is shown with the page that holds it, or should', async () => {
    const page = async (id: Id) => (await lookUp(toolsFor(odd(250)).tools, id))?.x.req.query
    expect(await page(499)).toEqual([['page', '3']])
    expect(await page(250)).toEqual([['page', '2']])
  })

  it.each<[string, readonly Id[], Id]>([
    ['records without ids', [undefined as never], 1],
    ['ids of another type', ['a', 'b'], 1],
    ['strings of another length than the last, whose order leaves a doubt', ['u7', 'u9'], 'u88'],
    ['strings of another length than the first', ['u77', 'u78'], 'u9'],
  ])('nothing can be said of it: %s', async (_, ids, id) => {
    expect(await lookUp(toolsFor(ids).tools, id)).toBeUndefined()
    expect(await isThere(toolsFor(ids).tools, id)).toBeUndefined()
  })

  it.each<[string, readonly Id[], Id]>([
    ['numbers within them', ['u9', 'u77'], 'u88'],
    ['characters', ['u77', 'u9'], 'u88'],
  ])('is not there where the others show that strings ascend by %s', async (_, ids, id) => {
    expect(await isThere(toolsFor(ids).tools, id)).toBe(false)
  })

  it('is not in an empty list', async () => {
    expect(await isThere(toolsFor([]).tools, 1)).toBe(false)
  })

  it('is inconclusive if a response is no page', async () => {
    const get = async () => sampleExchange('/users', {}, { status: 500 })
    expect(await isThere({ ...toolsFor([]).tools, get } as unknown as Tools, 1)).toBeUndefined()
  })

  it('is not searched for endlessly in an endless list', async () => {
    const { tools, asked } = toolsFor(odd(100), odd(100), () => 2 ** 53)
    // Beyond its only page the list is empty: its order is not known there.
    expect(await isThere(tools, 1_000_000)).toBeUndefined()
    expect(asked.length).toBeLessThan(42)
  })
})
