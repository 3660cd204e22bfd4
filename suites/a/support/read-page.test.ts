import { describe, expect, it } from 'vitest'
import type { Exchange, Req } from '../../../src/core/exchange.ts'
import { type Tools, violation } from '../../../src/core/rule.ts'
import { sampleExchange } from '../../../src/testing/sample-exchange.ts'
import { isFinding, judgeMost, pageOf, type Reading, read, readTwiceMore, wrongLength } from './read-page.ts'

/** A page of records with these ids, as requested. */
const page = (ids: readonly number[], total: number, query: Record<string, string | number> = {}): Exchange => {
  const { page: number = 1, per_page = 25 } = query
  const pagination = { page: number, per_page, total, total_pages: Math.ceil(total / Number(per_page)) }
  return sampleExchange('/users', query, { json: { data: ids.map((id) => ({ id })), pagination } })
}
const failed = (status: number, query = {}) => sampleExchange('/users', query, { status, json: {} })
const silent = (query = {}): Exchange => ({ ...failed(0, query), response: undefined })

describe('a page as received', () => {
  it('has the requested page, and the records before it', () => {
    const x = page([7], 51, { page: 3, per_page: 25 })
    expect(pageOf({ x })).toMatchObject({ x, asked: { page: 3n, perPage: 25n }, start: 50n, total: 51n })
  })

  const beyond = { page: 3 }
  it.each<[string, Reading, object]>([
    ['no page at all', { x: sampleExchange('/users', {}, { json: {} }) }, { kind: 'unclear', moved: false }],
    ['refused within the list', { x: failed(404, beyond), first: page([1], 51) }, { kind: 'violation' }],
    [
      'refused where the list ends before it',
      { x: failed(404, beyond), first: page([1], 50) },
      { kind: 'unclear', moved: true },
    ],
    ['refused as page 1 is', { x: failed(500, beyond), first: failed(500) }, { kind: 'violation' }],
    [
      'refused, and page 1 holds no page',
      { x: failed(500, beyond), first: sampleExchange('/users', {}, { json: {} }) },
      { kind: 'unclear', moved: false },
    ],
    ['page 1 refused', { x: failed(404) }, { kind: 'violation' }],
    ['page 1 since a time not found', { x: failed(404, { updated_since: 't' }) }, { kind: 'unclear', moved: false }],
    ['page 1 since a time refused', { x: failed(400, { updated_since: 't' }) }, { kind: 'violation' }],
    [
      'a page since a time not found, though page 1 reaches it',
      { x: failed(404, { updated_since: 't', page: 2 }), first: page([1], 50) },
      { kind: 'violation' },
    ],
    ['no response', { x: silent() }, { kind: 'unclear', moved: false }],
  ])('%s', (_, reading, finding) => expect(pageOf(reading)).toMatchObject(finding))

  it('is shown by the telling response', () => {
    const [x, first] = [failed(500, beyond), failed(503)]
    expect(pageOf({ x, first })).toMatchObject({ show: [first] })
    expect(pageOf({ x, first: page([1], 90) })).toMatchObject({ show: [x] })
  })
})

describe('reading', () => {
  const tools = (response: (req: Req, n: number) => Exchange) => {
    const sent: Req[] = []
    const get = async (req: Req) => response(req, sent.push(req))
    const target = { keys: { active: { env: 'K', prefix: 'p', keyId: 'k' } } }
    return { sent, tools: { get, sparingly: get, target } as unknown as Tools }
  }
  const queries = (sent: readonly Req[]) => sent.map(({ query }) => Object.fromEntries(query!))

  it('requests page 1 as well if another page is rejected, and nothing else', async () => {
    const refusing = tools(() => failed(404))
    await read(refusing.tools, { page: 2, per_page: 7, updated_since: 't' })
    expect(queries(refusing.sent)).toEqual([
      { page: '2', per_page: '7', updated_since: 't' },
      { page: '1', per_page: '7', updated_since: 't' },
    ])
    for (const query of [{ page: 1 }, {}]) {
      const once = tools(() => failed(404))
      await read(once.tools, query)
      expect(once.sent).toHaveLength(1)
    }
    const fine = tools(() => page([1], 1))
    await read(fine.tools, { page: 2 })
    expect(fine.sent).toHaveLength(1)
  })

  it('is repeated twice if a page contradicts itself', async () => {
    const times = async (x: Exchange) => {
      const { tools: mine, sent } = tools(() => x)
      expect(await readTwiceMore(mine, { page: 1 }, wrongLength)).toHaveLength(sent.length)
      return sent.length
    }
    expect(await times(page([1], 2))).toBe(3)
    expect(await times(page([1], 1))).toBe(1)
    expect(await times(failed(500))).toBe(1)
  })
})

describe('a contradiction', () => {
  const [good, bad] = [page([1], 1), page([1], 2)]
  const judge = (...xs: Exchange[]) =>
    judgeMost(
      xs.map((x) => ({ x })),
      wrongLength,
    )

  it('counts if two of three responses have it', () => {
    expect(judge(good)).toBeUndefined()
    expect(judge(good, good, good)).toBeUndefined()
    expect(judge(bad, good, good)).toMatchObject({ kind: 'unclear', moved: true })
    expect(judge(bad, good, bad)?.kind).toBe('violation')
  })

  it('is reported as it was seen last', () => {
    const last = page([1], 3)
    expect(judge(bad, bad, last)).toMatchObject({ show: [last] })
  })

  it('is not judged if a response is no page', () => {
    const finding = judgeMost([{ x: bad }, { x: failed(500) }], () => violation('never', 'asked'))
    expect(finding).toMatchObject({ expected: '200 with a page' })
  })
})

describe('the length of a page', () => {
  const wrong = (ids: number[], total: number, query = {}) => {
    const found = pageOf({ x: page(ids, total, query) })
    return isFinding(found) ? found : wrongLength(found)
  }

  it('is per_page, on the last page the rest, and open past the end', () => {
    expect(wrong([1, 2], 3, { per_page: 2 })).toBeUndefined()
    expect(wrong([3], 3, { page: 2, per_page: 2 })).toBeUndefined()
    expect(wrong([], 0)).toBeUndefined()
    expect(wrong([1, 2, 3], 3, { page: 3, per_page: 2 })).toBeUndefined()
  })

  it('is wrong by one', () => {
    expect(wrong([1], 3, { per_page: 2 })).toMatchObject({
      expected: expect.stringMatching(/^2, since/),
      actual: '1 record, as if the list ended at record 1',
    })
    expect(wrong([1, 2, 3], 3, { per_page: 2 })?.kind).toBe('violation')
    expect(wrong([3, 4], 3, { page: 2, per_page: 2 })?.kind).toBe('violation')
    expect(wrong([1], 0)?.kind).toBe('violation')
  })
})
