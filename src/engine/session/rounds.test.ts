import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { observation, type Tools, trial, violation } from '../../core/rule.ts'
import { type Strange, serve } from '../../testing/foreign-servers.ts'
import { about, get, run, statusOf } from '../../testing/session.ts'

let server: Strange
let seen: string[] = []
beforeAll(async () => {
  server = await serve((req, res) => {
    const path = req.url!.replace('/api/public/v1', '')
    seen.push(path)
    res.writeHead(path.startsWith('/bad') ? 404 : 200).end('{}')
  })
})
beforeEach(() => {
  seen = []
})
afterAll(() => server.close())

const asks = (path: (n: number, tools: Tools) => string, count: readonly [number, number, number]) =>
  trial({
    ...about,
    cases: { first: [0, 1, 2, 3], count },
    send: (n: number, tools) => tools.get(get(tools.target, path(n, tools))),
    judge: (x) => (statusOf(x) === 200 ? undefined : violation('200', '404')),
  })

const RULES = {
  wide: asks((n) => `/wide/${n}`, [1, 4, 4]),
  deep: asks((_, { depth }) => `/deep/${depth}`, [1, 1, 1]),
  once: trial({
    ...about,
    cases: { first: [0, 1], count: [1, 2, 2] },
    send: (_, tools) => tools.once(get(tools.target, '/yardstick')),
    judge: () => undefined,
  }),
  seen: observation({
    ...about,
    observe: async (tools) => statusOf(await tools.get(get(tools.target, '/seen'))) ?? null,
  }),
}
const only = (maxRequests: number, more = {}) =>
  run(RULES, { baseUrl: server.baseUrl, concurrency: 1, maxRequests, ...more })

describe('a run that cannot send all planned requests', () => {
  test('starts with quick cases and repeats only depth-dependent ones', async () => {
    const { results } = await only(9)
    expect(seen.slice(0, 4).sort()).toEqual(['/deep/quick', '/seen', '/wide/0', '/yardstick'])
    // Control calls may have changed the responses to `once` requests.
    const later = ['/deep/standard', '/wide/1', '/wide/2', '/wide/3', '/yardstick']
    expect(seen.slice(4).sort()).toEqual(later)
    expect(Object.values(results).map(({ status, cases }) => [status, cases])).toEqual([
      ['passed', 4],
      ['passed', 1],
      ['passed', 2],
      ['observed', 1],
    ])
  })

  test('decides what a quick run decides, and gives the number of cases', async () => {
    const { results, requests } = await only(4)
    expect(requests).toBe(4)
    expect(results.wide).toMatchObject({
      status: 'passed',
      cases: 1,
      reason: '1 of 4 cases; the run reached --max-requests 4',
    })
    expect(results.deep).toMatchObject({
      status: 'passed',
      reason: '1 case, at quick depth only; the run reached --max-requests 4',
    })
    expect(results.seen!.status).toBe('observed')
  })

  test('keeps a warning of the quick cases', async () => {
    const mild = {
      ...asks((n) => `/bad/${n}`, [1, 4, 4]),
      judge: () => ({ ...violation('200', '404'), warning: true }),
    }
    const { results } = await run({ mild }, { baseUrl: server.baseUrl, concurrency: 1, maxRequests: 2 })
    expect(results.mild).toMatchObject({ status: 'warned', failure: { path: 'first:0' } })
  })

  test('says why the others are undecided', async () => {
    const { results } = await only(1)
    const undecided = Object.values(results).filter(({ status }) => status === 'inconclusive')
    expect(undecided).toHaveLength(3)
    for (const { reason } of undecided) expect(reason).toBe('the run reached --max-requests 1 before it could be tried')
  })
})

test('an exhaustive run starts with a quick round', async () => {
  await only(1000, { depth: 'exhaustive' })
  expect(seen.slice(0, 4).sort()).toEqual(['/deep/quick', '/seen', '/wide/0', '/yardstick'])
  expect(seen.filter((path) => path.startsWith('/deep'))).toEqual(['/deep/quick', '/deep/exhaustive'])
})

describe('an observation that depends on the depth', () => {
  const rules = {
    wide: asks((n) => `/wide/${n}`, [1, 4, 4]),
    far: observation({
      ...about,
      observe: async (tools) => {
        await tools.get(get(tools.target, `/far/${tools.depth}`))
        return tools.depth
      },
    }),
  }

  test('is made at the depth of the run', async () => {
    const { results } = await run(rules, { baseUrl: server.baseUrl, depth: 'exhaustive' })
    expect(results.far).toMatchObject({ status: 'observed', observation: 'exhaustive' })
    expect(seen.filter((path) => path.startsWith('/far'))).toEqual(['/far/quick', '/far/exhaustive'])
  })

  test('is kept from the quick round if the run ends before', async () => {
    const { results } = await run(rules, { baseUrl: server.baseUrl, concurrency: 1, maxRequests: 2 })
    expect(results.far).toMatchObject({ status: 'observed', observation: 'quick' })
  })
})

test('the second round skips rules that failed in the first', async () => {
  const rules = { ...RULES, bad: asks((n, { depth }) => `/bad/${depth}/${n}`, [1, 4, 4]) }
  const { results } = await run(rules, { baseUrl: server.baseUrl, depth: 'exhaustive' })
  expect(results.bad).toMatchObject({ status: 'failed', failure: { path: 'first:0' } })
  // With those like it, which show how far the failure extends.
  expect(seen.filter((path) => path.startsWith('/bad') && !path.startsWith('/bad/quick'))).toEqual([])
})
