import { describe, expect, it } from 'vitest'
import type { Exchange, Req } from '../../../src/core/exchange.ts'
import type { Depth, Finding, Tools } from '../../../src/core/rule.ts'
import { sampleExchange } from '../../../src/testing/sample-exchange.ts'
import { judgeFiltered, readFiltered } from './filtered-pages.ts'

const SINCE = '2024-06-15T12:00:00Z'
/** A page of a filtered list. */
const at = (page: number, per_page: number, ids: readonly number[], total: number): { x: Exchange } => {
  const pagination = { page, per_page, total, total_pages: Math.ceil(total / per_page) }
  const json = { data: ids.map((id) => ({ id })), pagination }
  return { x: sampleExchange('/users', { page, per_page, updated_since: SINCE }, { json }) }
}
const start = at(1, 100, [1, 2, 3, 4], 4)
const kind = (finding: Finding | undefined) => (finding?.kind === 'unclear' && finding.moved ? 'moved' : finding?.kind)

describe('pages of a filtered list', () => {
  const one = at(1, 2, [1, 2], 4)
  const two = at(2, 2, [3, 4], 4)

  it('agree', () => {
    expect(judgeFiltered({ start, pages: [one, two] })).toBeUndefined()
    expect(judgeFiltered({ start, pages: [two] })).toBeUndefined()
  })

  it.each<[string, Parameters<typeof judgeFiltered>[0]]>([
    ['a page is too short', { start, pages: [at(1, 2, [1], 4)] }],
    ['the first page is too long for its total', { start: at(1, 100, [1, 2, 3], 2), pages: [at(1, 2, [1, 2], 2)] }],
    ['ids descend on a page', { start: at(1, 100, [2, 1], 2), pages: [at(1, 2, [2, 1], 2)] }],
    ['ids descend from page to page', { start: at(1, 100, [], 0), pages: [at(1, 2, [3, 4], 0), at(2, 2, [1, 2], 0)] }],
    ['the total of another page differs', { start, pages: [at(1, 2, [1, 2], 5)] }],
    ['another record is at a position', { start, pages: [one, at(2, 2, [3, 5], 4)] }],
    ['a record is not in the whole list', { start, pages: [one], missing: { id: 2, x: one.x } }],
  ])('are wrong where %s', (_, evidence) => {
    expect(kind(judgeFiltered(evidence))).toBe('violation')
    expect(kind(judgeFiltered({ ...evidence, again: evidence.start }))).toBe('violation')
  })

  it('name the count as the cause where it is that of the whole list', () => {
    const found = (whole: number) => judgeFiltered({ start: at(1, 100, [1, 2], 7), pages: [] }, whole)
    expect(found(7)).toMatchObject({
      headline: `GET /users?page=1&per_page=100&updated_since=${SINCE} returned 2 users and pagination.total 7, which is the total without updated_since`,
      causes: ['the filter is lost in the count'],
    })
    expect(found(9)).not.toHaveProperty('causes')
  })

  it('prove nothing if the list changed meanwhile', () => {
    const shrunk = at(1, 100, [1, 2, 3], 3)
    expect(kind(judgeFiltered({ start, pages: [at(1, 2, [1, 2], 3)], again: shrunk }))).toBe('moved')
    // One left, another came.
    const turned = at(1, 100, [2, 3, 4, 5], 4)
    expect(kind(judgeFiltered({ start, pages: [at(2, 2, [4, 5], 4)], again: turned }))).toBe('moved')
  })

  it('are right if the list only grew', () => {
    const grown = at(1, 100, [1, 2, 3, 4, 5], 5)
    expect(judgeFiltered({ start, pages: [at(1, 2, [1, 2], 4), at(2, 2, [3, 4], 5)], again: grown })).toBeUndefined()
    expect(judgeFiltered({ start, pages: [at(3, 2, [5], 5)], again: grown })).toBeUndefined()
  })

  it('prove nothing if a page contradicts itself while the list grew', () => {
    const grown = at(1, 100, [1, 2, 3, 4, 5], 5)
    expect(kind(judgeFiltered({ start, pages: [at(1, 2, [1], 5)], again: grown }))).toBe('moved')
    expect(kind(judgeFiltered({ start, pages: [at(1, 2, [1, 9], 5)], again: grown }))).toBe('moved')
    expect(kind(judgeFiltered({ start, pages: [at(1, 2, [1, 2], 5), at(2, 2, [3, 4], 4)], again: grown }))).toBe(
      'moved',
    )
  })

  it('are rejected within the list', () => {
    const refused = { x: sampleExchange('/users', { page: 1, updated_since: SINCE }, { status: 500 }) }
    expect(kind(judgeFiltered({ start: refused, pages: [one] }))).toBe('violation')
    expect(judgeFiltered({ start, pages: [at(1, 2, [1], 4)], again: refused })).toMatchObject({
      actual: '500 with an empty body',
    })
  })
})

describe('what is read', () => {
  /** Filtered and whole lists, both from 1 on; a whole list that lacks some. */
  async function reading(
    total: number,
    query: { page: number; per_page: number; look_up?: number },
    { lacks = [] as number[], whole = total, depth = 'standard' as Depth } = {},
  ) {
    const asked: string[] = []
    const response = async (req: Req) => {
      const { page, per_page, updated_since } = Object.fromEntries(req.query!) as Record<string, string>
      asked.push(`${updated_since ? 'since' : 'whole'} ${page}/${per_page}`)
      const [from, size, all] = [(Number(page) - 1) * Number(per_page), Number(per_page), updated_since ? total : whole]
      const ids = Array.from({ length: all }, (_, i) => i + 1).slice(from, from + size)
      const data = (updated_since ? ids : ids.filter((id) => !lacks.includes(id))).map((id) => ({ id }))
      const pagination = { page: Number(page), per_page: size, total: all, total_pages: Math.ceil(all / size) }
      return sampleExchange('/users', Object.fromEntries(req.query!) as never, { json: { data, pagination } })
    }
    const target = { keys: { active: { env: 'K', prefix: 'p', keyId: 'k' } }, sizes: { '/users': whole } }
    const tools = { get: response, once: response, target, depth } as unknown as Tools
    return { asked, evidence: await readFiltered(tools, SINCE, query) }
  }
  const since = (asked: readonly string[]) => asked.filter((text) => text.startsWith('since'))

  it('is the start, the page, and the next page if there is one', async () => {
    expect(since((await reading(5, { page: 1, per_page: 2 })).asked)).toEqual(['since 1/100', 'since 1/2', 'since 2/2'])
    expect(since((await reading(5, { page: 3, per_page: 2 })).asked)).toEqual(['since 1/100', 'since 3/2'])
    expect(since((await reading(4, { page: 2, per_page: 2 })).asked)).toEqual(['since 1/100', 'since 2/2'])
  })

  it('starts again at the first page after the last', async () => {
    expect(since((await reading(5, { page: 4, per_page: 2 })).asked)).toEqual(['since 1/100', 'since 1/2', 'since 2/2'])
    expect(since((await reading(0, { page: 4, per_page: 2 })).asked)).toEqual(['since 1/100', 'since 1/2'])
  })

  it('is the start again after a violation, and the missing record', async () => {
    const { asked, evidence } = await reading(4, { page: 1, per_page: 2 }, { lacks: [2] })
    expect(since(asked)).toEqual(['since 1/100', 'since 1/2', 'since 2/2', 'since 1/100'])
    expect(evidence.missing).toMatchObject({ id: 2 })
    expect(evidence.missing!.x.req.query).toEqual([
      ['page', '1'],
      ['per_page', '100'],
    ])
    expect((await reading(4, { page: 1, per_page: 2 })).evidence).not.toHaveProperty('again')
  })

  it('is looked up completely in a short list, and partly in a long one', async () => {
    const missing = async (whole: number, depth: Depth, look_up?: number) =>
      (await reading(4, { page: 1, per_page: 4, look_up }, { lacks: [4], whole, depth })).evidence.missing?.id
    expect(await missing(300, 'quick')).toBe(4)
    expect(await missing(301, 'quick')).toBeUndefined()
    expect(await missing(301, 'standard')).toBe(4)
    expect(await missing(1000, 'standard')).toBe(4)
    expect(await missing(1001, 'standard')).toBeUndefined()
    expect(await missing(1001, 'standard', 3)).toBeUndefined()
    expect(await missing(1001, 'standard', 4)).toBe(4)
  })
})
