import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Exchange, Req } from '../../../src/core/exchange.ts'
import type { Json } from '../../../src/core/json.ts'
import type { Tools } from '../../../src/core/rule.ts'
import { USERS } from '../api.ts'
import { comparePages, sameList, sameRecords, settle } from './compare-pages.ts'
import { everyPage } from './every-page.ts'
import { judgeFiltered, readFiltered } from './filtered-pages.ts'
import { lookUp } from './find-record.ts'
import { asked, lengthOf } from './page.ts'
import { anyListQuery, isWithin } from './queries.ts'
import { judgeMost, pageOf, read, readTwiceMore, wrongLength } from './read-page.ts'
import { momentOf } from './updated-since.ts'

/** A user: an id, and the second at which it was updated. */
type User = readonly [id: number | string, updated: number]

interface Asked {
  readonly page: number
  readonly per_page: number
  readonly updated_since?: string
}

type Answer = (query: Asked, n: number) => { status: number; json: Json }

/** Responds as the reference wants it, from the list as it is at the nth request. */
const conforming =
  (list: (n: number) => readonly User[]): Answer =>
  ({ page, per_page, updated_since }, n) => {
    const since = updated_since === undefined ? 0 : Date.parse(updated_since) / 1000
    const all = list(n).filter(([, updated]) => updated >= since)
    const data = all.slice((page - 1) * per_page, page * per_page).map(([id]) => ({ id }))
    const total_pages = Math.ceil(all.length / per_page)
    return { status: 200, json: { data, pagination: { page, per_page, total: all.length, total_pages } } }
  }

function fake(answer: Answer, size = 1000, depth: Tools['depth'] = 'standard') {
  const sent: string[] = []
  const known = new Map<string, Promise<Exchange>>()
  const get = async (req: Req): Promise<Exchange> => {
    const query = Object.fromEntries(req.query ?? [])
    sent.push(JSON.stringify(query))
    const numbers = { page: Number(query.page ?? 1), per_page: Number(query.per_page ?? 25) }
    const response = { ...answer({ ...query, ...numbers } as Asked, sent.length), headers: [], duplicates: [] }
    return { n: sent.length, req, response } as unknown as Exchange
  }
  const once = (req: Req) => {
    const key = JSON.stringify(req.query)
    if (!known.has(key)) known.set(key, get(req))
    return known.get(key)!
  }
  const target = { keys: { active: { env: 'K', prefix: 'p', keyId: 'k' } }, sizes: { [USERS]: size } }
  return { sent, tools: { get, sparingly: get, once, depth, target, random: () => 0 } as unknown as Tools }
}

const listOf = (length: number): User[] => Array.from({ length }, (_, i) => [3 * i + 1, 1_700_000_000 + i * 1000])
const still = (length: number) => conforming(() => listOf(length))
const empty: Json = { data: [], pagination: { page: 1, per_page: 1, total: 0, total_pages: 0 } }

test('the pages of a list hold all of it', () => {
  fc.assert(
    fc.property(fc.nat(5000), fc.integer({ min: 1, max: 100 }), (total, perPage) => {
      let held = 0n
      for (let page = 1n; ; page++) {
        const length = lengthOf(BigInt(total), page, BigInt(perPage))
        if (length === undefined || total === 0) break
        held += length
      }
      expect(held).toBe(BigInt(total))
    }),
  )
  expect(lengthOf(0n, 1n, 25n)).toBe(0n)
  expect(lengthOf(25n, 2n, 25n)).toBeUndefined()
})

test('the requested page is known only for documented queries', async () => {
  const of = (query: [string, string][], open?: boolean) => asked({ req: { query, open } } as unknown as Exchange)
  expect(of([])).toEqual({ page: 1n, perPage: 25n, sent: {} })
  expect(of([['per_page', '100']])).toEqual({ page: 1n, perPage: 100n, sent: { perPage: 100n } })
  for (const query of [
    ['per_page', '101'],
    ['page', '0'],
    ['page', '1.0'],
    ['x', '1'],
  ] as [string, string][])
    expect(of([query])).toBeUndefined()
  expect(of([], true)).toBeUndefined()
})

test('generated queries request pages within the list', () => {
  for (const size of [0, 1, 99, 237, 1_000_000]) {
    const { target } = fake(still(0), size).tools
    fc.assert(fc.property(anyListQuery(target), (query) => void expect(isWithin(query, target)).toBe(true)))
  }
})

describe('a page that is no success', () => {
  const failing = (status: number, total: number): Answer => {
    const whole = still(total)
    return (query, n) => (query.page > 1 ? { status, json: null } : whole(query, n))
  }
  test('within the list, is a violation', async () => {
    const { tools } = fake(failing(404, 50))
    expect(pageOf(await read(tools, { page: 2, per_page: 25 }))).toMatchObject({ kind: 'violation' })
  })
  test('that the list no longer reaches, is not', async () => {
    const { tools } = fake(failing(404, 25))
    expect(pageOf(await read(tools, { page: 2, per_page: 25 }))).toMatchObject({ kind: 'unclear', moved: true })
  })
  test('proves nothing if page 1 has no envelope either', async () => {
    const { tools } = fake(() => ({ status: 200, json: {} }))
    expect(pageOf(await read(tools, { page: 1 }))).toMatchObject({ kind: 'unclear', moved: false })
  })
  test('is open if the filtered list may be empty', async () => {
    const { tools } = fake(() => ({ status: 404, json: null }))
    expect(pageOf(await read(tools, { updated_since: '2999-01-01T00:00:00Z' }))).toMatchObject({ kind: 'unclear' })
    expect(pageOf(await read(tools, { page: 1 }))).toMatchObject({ kind: 'violation' })
  })
})

test('a page that contradicts itself once is no violation, twice it is', async () => {
  const short = (times: number): Answer => {
    const right = still(30)
    return (query, n) => {
      const answer = right(query, n)
      const { data, pagination } = answer.json as { data: Json[]; pagination: Json }
      return n > times ? answer : { status: 200, json: { data: data.slice(1), pagination } }
    }
  }
  for (const [times, kind] of [
    [0, undefined],
    [1, 'unclear'],
    [2, 'violation'],
    [3, 'violation'],
  ] as const) {
    const readings = await readTwiceMore(fake(short(times)).tools, { page: 2, per_page: 25 }, wrongLength)
    expect(judgeMost(readings, wrongLength)?.kind).toBe(kind)
  }
})

describe('two responses', () => {
  const compare = async (answer: Answer) => {
    const { tools, sent } = fake(answer)
    const pair = await comparePages(tools, { page: 1, per_page: 50 }, { page: 2, per_page: 20 }, sameList)
    return { finding: settle(pair, sameList), sent: sent.length }
  }
  test('that agree cost two requests', async () => {
    expect(await compare(still(60))).toEqual({ finding: undefined, sent: 2 })
  })
  test('that differ while the list does not change are a violation', async () => {
    const shifted: Answer = (query, n) => conforming(() => listOf(60).slice(query.per_page === 20 ? 1 : 0))(query, n)
    expect((await compare(shifted)).finding?.kind).toBe('violation')
    const lacking: Answer = (query, n) => {
      const { status, json } = still(60)(query, n)
      return { status, json: query.per_page === 20 ? { ...(json as object), data: [] } : json }
    }
    expect((await compare(lacking)).finding?.kind).toBe('violation')
  })
  test('may differ by records that were added', async () => {
    expect((await compare(conforming((n) => listOf(60 + 7 * n)))).finding).toBeUndefined()
    expect((await compare(conforming((n) => listOf(n === 1 ? 60 : 61)))).finding).toBeUndefined()
  })
  test('prove nothing while records are removed', async () => {
    expect((await compare(conforming((n) => listOf(60).slice(n)))).finding).toMatchObject({
      kind: 'unclear',
      moved: true,
    })
  })
  test('need ids to differ', async () => {
    const { tools } = fake(() => ({ status: 200, json: { ...(empty as object), data: [{}, {}] } }))
    const pair = await comparePages(tools, { page: 1, per_page: 2 }, { page: 1, per_page: 5 }, sameRecords)
    expect(settle(pair, sameRecords)).toBeUndefined()
  })
})

describe('paging', () => {
  const ids = async (answer: Answer, perPage: number) => {
    const { tools, sent } = fake(answer)
    const seen: unknown[] = []
    for await (const x of everyPage(tools, perPage))
      seen.push(...(x.response!.json as { data: { id: number }[] }).data.map(({ id }) => id))
    return { seen, sent }
  }
  test('reads the whole list in order, each page once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(300), fc.integer({ min: 1, max: 100 }), async (length, perPage) => {
        const { seen, sent } = await ids(still(length), perPage)
        expect(seen).toEqual(listOf(length).map(([id]) => id))
        expect(new Set(sent).size).toBe(Math.max(1, Math.ceil(length / perPage)))
        expect(sent).toHaveLength(new Set(sent).size)
      }),
    )
  })
  test('reads from one page to another, and no further than the list', async () => {
    const { tools, sent } = fake(still(95))
    for await (const _ of everyPage(tools, 10, { from: 4, to: 6 }));
    for await (const _ of everyPage(tools, 10, { from: 9, to: 12 }));
    expect(sent.map((query) => JSON.parse(query).page)).toEqual(['4', '5', '6', '9', '10'])
  })
  test('ends at an empty page although the server promises more', async () => {
    const { sent } = await ids(
      () => ({ status: 200, json: { data: [], pagination: { page: 1, per_page: 1, total: 1e9, total_pages: 1e9 } } }),
      1,
    )
    expect(sent).toHaveLength(1)
  })
})

describe('a record', () => {
  test('is found or missed in few requests', async () => {
    const { tools, sent } = fake(still(100_000))
    expect(await lookUp(tools, 3 * 77_777 + 1)).toMatchObject({ found: true })
    expect(sent.length).toBeLessThan(13)
    expect(await lookUp(tools, 3 * 77_777)).toMatchObject({ found: false })
    expect(await lookUp(tools, 0)).toMatchObject({ found: false })
    expect(await lookUp(tools, 300_001)).toMatchObject({ found: false })
  })
  test('that was added later is found', async () => {
    const { tools } = fake(conforming((n) => listOf(n === 1 ? 100 : 101)))
    await lookUp(tools, 1)
    expect(await lookUp(tools, 301)).toMatchObject({ found: true })
  })
  test('is not reported as missing if the order of ids is in doubt', async () => {
    const { tools } = fake(conforming(() => Array.from({ length: 9 }, (_, i) => [`u${i}`, 0] as User)))
    expect(await lookUp(tools, 'u10')).toBeUndefined()
  })
})

describe('a filtered list', () => {
  const since = '2023-11-15T12:00:00Z'
  const judged = async (answer: Answer) =>
    judgeFiltered(await readFiltered(fake(answer, 237).tools, since, { page: 2, per_page: 25 }))
  const touched: User[] = listOf(237).map(([id, updated], i) => [id, i % 3 === 0 ? updated : 0])
  const right = conforming(() => touched)
  const wholeWhere =
    (is: (query: Asked) => boolean): Answer =>
    (query, n) =>
      right(is(query) ? { ...query, updated_since: undefined } : query, n)

  test('is consistent', async () => {
    expect(await judged(right)).toBeUndefined()
    expect(await judged(conforming(() => []))).toBeUndefined()
  })
  test('is inconsistent if the filter is lost on one page or at one size', async () => {
    expect((await judged(wholeWhere(({ page }) => page === 2)))?.kind).toBe('violation')
    expect((await judged(wholeWhere(({ per_page }) => per_page === 100)))?.kind).toBe('violation')
  })
  test('is inconsistent if it has a record that the whole list lacks', async () => {
    const others: Answer = (query, n) =>
      query.updated_since
        ? conforming(() => listOf(237).map(([id]) => [Number(id) + 1, 1.9e9] as User))(query, n)
        : right(query, n)
    expect(await judged(others)).toMatchObject({
      kind: 'violation',
      headline: expect.stringContaining('which is not in the list without updated_since'),
    })
  })
  test('may grow while it is read', async () => {
    const growing = conforming((n) => [...touched, ...listOf(237 + n).slice(237)])
    expect(await judged(growing)).toBeUndefined()
  })
  test('proves nothing while records enter it in the middle', async () => {
    const moving = conforming((n) => touched.map(([id, updated], i) => [id, i <= 3 * n ? 1.9e9 : updated] as User))
    expect(await judged(moving)).toMatchObject({ kind: 'unclear', moved: true })
  })
})

describe('the edge of the update times', () => {
  const total = async (answer: Answer, depth: Tools['depth'], seconds_from_edge: number) => {
    const { tools, sent } = fake(answer, 1000, depth)
    const updated_since = await momentOf({ seconds_from_edge }, tools)
    const page = pageOf(await read(tools, { updated_since, per_page: 1 }))
    return { total: 'total' in page ? Number(page.total) : -1, sent: sent.length }
  }
  test('is found by halving', async () => {
    const [before, after] = [await total(still(1000), 'standard', 0), await total(still(1000), 'standard', 1)]
    expect(before.total).toBeGreaterThan(after.total)
    expect(Math.abs(before.total - 500)).toBeLessThan(5)
    expect(before.sent).toBeLessThan(32)
    expect((await total(still(1000), 'quick', 0)).sent).toBeLessThan(13)
  })
  test('is found immediately if records show when they were updated', async () => {
    const telling: Answer = (query, n) => {
      const { status, json } = still(1000)(query, n)
      const { data, pagination } = json as { data: { id: number }[]; pagination: Json }
      const updatedAt = (id: number) => new Date((1_700_000_000 + ((id - 1) / 3) * 1000) * 1000).toISOString()
      return { status, json: { data: data.map(({ id }) => ({ id, meta: { updatedAt: updatedAt(id) } })), pagination } }
    }
    const [before, after] = [await total(telling, 'quick', 0), await total(telling, 'quick', 1)]
    expect(before.total - after.total).toBe(3)
    expect(before.sent).toBe(4)
  })
  test('does not exist if nothing is filtered, which costs few requests', async () => {
    const { tools, sent } = fake((query, n) => still(10)({ ...query, updated_since: undefined }, n))
    expect(await momentOf({ seconds_from_edge: 0 }, tools)).toBe('2000-01-01T00:00:00Z')
    expect(sent.length).toBeLessThan(4)
  })
})
