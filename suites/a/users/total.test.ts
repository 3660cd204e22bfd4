import { expect, test } from 'vitest'
import type { Req } from '../../../src/core/exchange.ts'
import type { Tools } from '../../../src/core/rule.ts'
import { sampleExchange } from '../../../src/testing/sample-exchange.ts'
import { USERS } from '../api.ts'
import rule from './total.ts'

const key = { env: 'TENANT_A_KEY', prefix: 'acme', keyId: '0123456789abcdef' }
const burst = { atOnce: 8, query: { page: 2, per_page: 7 } }

/** The finding of a burst in a list of ten, by the totals of its responses, in order. */
async function found(...totals: number[]): Promise<string | undefined> {
  let n = 0
  const data = [8, 9, 10].map((id) => ({ id }))
  const get = async () => {
    const pagination = { page: 2, per_page: 7, total: totals[n++ % totals.length], total_pages: 2 }
    return sampleExchange('/users', burst.query, { json: { data, pagination } })
  }
  const tools = { target: { keys: { active: key } }, get } as unknown as Tools
  const finding = rule.judge((await rule.send(burst, tools)) as never, burst, {} as never)
  return finding?.kind === 'unclear' && finding.moved ? 'moved' : finding?.kind
}
const times = (count: number, total: number) => Array<number>(count).fill(total)

/** What a range of 50 pages finds in a list of 12,000 that grows by some between two pages, and has one page short. */
async function counted(walk: number, from: number, { grows = 0, short = 0 } = {}): Promise<string | undefined> {
  let total = 12_000
  const get = async (req: Req) => {
    const { page, per_page } = Object.fromEntries(req.query!.map(([name, value]) => [name, Number(value)]))
    total += grows
    const length = Math.max(0, Math.min(per_page!, total - (page! - 1) * per_page!)) - (page === short ? 1 : 0)
    const pagination = { page, per_page, total, total_pages: Math.ceil(total / per_page!) }
    const data = Array.from({ length }, (_, i) => ({ id: (page! - 1) * per_page! + i + 1 }))
    return sampleExchange('/users', { page: page!, per_page: per_page! }, { json: { data, pagination } })
  }
  const target = { keys: { active: key }, sizes: { [USERS]: 12_000 } }
  const tools = { target, get, sparingly: get, depth: 'exhaustive' } as unknown as Tools
  const range = { walk, from }
  const finding = rule.judge((await rule.send(range, tools)) as never, range, target as never)
  return finding?.kind === 'violation' ? finding.headline : finding && 'moved'
}

test.for([
  [100, 1],
  [100, 51],
  [100, 101],
  [97, 101],
] as const)(
  'the pages of %d from page %d on hold what the total says, also while the list grows',
  async ([walk, from]) => {
    expect(await counted(walk, from)).toBeUndefined()
    expect(await counted(walk, from, { grows: 3 })).toBeUndefined()
  },
)

test('a short page counts in its range only', async () => {
  expect(await counted(100, 1, { short: 77 })).toBeUndefined()
  expect(await counted(100, 51, { short: 77 })).toBe(
    'GET /users has pagination.total 12000, but pages 51 to 100 of 100 hold 4999 records instead of 5000',
  )
  expect(await counted(100, 101, { short: 120 })).toContain('hold 1999 records instead of 2000')
})

test('a worker that counts less than it shows is found among four', async () => {
  expect(await found(10, 10, 10, 9)).toBe('violation')
  expect(await found(10)).toBeUndefined()
})

test('a record that was added between count and page is none', async () => {
  expect(await found(...times(8, 10), ...times(8, 9))).toBeUndefined()
  expect(await found(...times(7, 10), 9, ...times(8, 10))).toBe('moved')
  expect(await found(...times(7, 10), 9, ...times(7, 11), 9)).toBe('moved')
})

/** What counting a list finds whose total is ten too many, or whose second page lacks ten of its records. */
async function countedShort(hides: 'the last' | 'some of a page') {
  const get = async (req: Req) => {
    const { page, per_page } = Object.fromEntries(req.query!.map(([name, value]) => [name, Number(value)]))
    const start = (page! - 1) * per_page!
    const all = Math.max(0, Math.min(per_page!, 230 - start))
    const length = hides === 'the last' ? Math.max(0, Math.min(all, 220 - start)) : all - (start === 100 ? 10 : 0)
    const pagination = { page, per_page, total: 230, total_pages: Math.ceil(230 / per_page!) }
    const data = Array.from({ length }, (_, i) => ({ id: start + i + 1 }))
    return sampleExchange('/users', { page: page!, per_page: per_page! }, { json: { data, pagination } })
  }
  const target = { keys: { active: key }, sizes: { [USERS]: 230 } }
  const tools = { target, get, sparingly: get, depth: 'standard' } as unknown as Tools
  const finding = rule.judge((await rule.send({ walk: 100 }, tools)) as never, { walk: 100 }, target as never)
  return finding?.kind === 'violation' ? finding : undefined
}

test('a total above the records is shown by the empty page at its position', async () => {
  expect(await countedShort('the last')).toMatchObject({
    headline:
      'GET /users?page=230&per_page=1 returned no record, but pagination.total 230: pages of 100 hold 220 records; page 3 is the last one, with 20 records',
    show: [{}],
    causes: [expect.stringContaining('deleted'), expect.anything(), expect.anything(), expect.anything()],
  })
})

test('pages that are not full before the last one have another cause', async () => {
  expect(await countedShort('some of a page')).toMatchObject({
    headline: expect.stringContaining('page 2 is the first that is not full, with 90 records'),
    causes: [expect.stringContaining('after the page was cut'), expect.anything()],
  })
})
