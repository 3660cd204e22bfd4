import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Exchange } from '../../core/exchange.ts'
import { noCredential } from '../../core/key-format.ts'
import { invariant, moved, observation, type Tools, trial, violation } from '../../core/rule.ts'
import { type Strange, serve } from '../../testing/foreign-servers.ts'
import { about, get, run, statusOf } from '../../testing/session.ts'

/** Responds as the path says: /200, /404, /count/..., /after-3 (200 three times, then 401), /big?n=5. */
let server: Strange
const seen: string[] = []
const counts = new Map<string, number>()
beforeAll(async () => {
  server = await serve((req, res) => {
    const url = new URL(req.url!, 'http://x')
    const path = url.pathname.replace('/api/public/v1', '')
    seen.push(path + url.search)
    const count = (counts.get(path) ?? 0) + 1
    counts.set(path, count)
    const once = /^\/after-(\d+)$/.exec(path)
    const status = once ? (count > Number(once[1]) ? 401 : 200) : Number(/^\/(\d{3})/.exec(path)?.[1] ?? 200)
    res.writeHead(status, { 'content-type': 'application/json' })
    res.end(JSON.stringify({ count, n: Number(url.searchParams.get('n') ?? 0) }))
  })
})
afterAll(() => server.close())

const options = () => ({ baseUrl: server.baseUrl })
const asks = (path: string, wanted: number, more = {}) =>
  trial<null, Awaited<ReturnType<typeof fetchOne>>>({
    ...about,
    cases: { first: [null], count: [1, 1, 1] },
    send: (_, tools) => fetchOne(tools, path),
    judge: (x) => (statusOf(x) === wanted ? undefined : violation(`status ${wanted}`, `${statusOf(x)}`)),
    ...more,
  })
const fetchOne = (tools: Tools, path: string) => tools.get(get(tools.target, path))

test('a result has the latency of its responses, and none without responses', async () => {
  const { results } = await run(
    { good: asks('/200', 200), lacking: asks('/200', 200, { needs: ['key:revoked'] }) },
    options(),
  )
  expect(results.good!.latency!.p99).toBeGreaterThanOrEqual(results.good!.latency!.p50)
  expect(results.good!.latency!.p50).toBeGreaterThan(0)
  expect(results.lacking!.latency).toBeUndefined()
})

describe('trials', () => {
  test('pass, fail, and warn when implied', async () => {
    const rules = { good: asks('/200', 200), bad: asks('/404', 200), soft: asks('/404', 200, { level: 'implied' }) }
    const { results } = await run(rules, options())
    expect(results.good).toMatchObject({ status: 'passed', cases: 1, requests: 1 })
    expect(results.bad).toMatchObject({ status: 'failed', failure: { expected: 'status 200', actual: '404' } })
    expect(results.soft?.status).toBe('warned')
    expect((await run(rules, { ...options(), strict: true })).results.soft?.status).toBe('failed')
  })

  test('a failure has the clause, the exchange and a curl line that reads the key from the environment', async () => {
    const { results } = await run({ bad: asks('/404', 200) }, options())
    const failure = results.bad!.failure!
    expect(failure.clause).toContain('A clause.')
    expect(failure.curl).toContain('TENANT_A_KEY')
    expect(failure.exchanges.at(-1)?.response?.status).toBe(404)
    expect(JSON.stringify(results)).not.toContain('0f'.repeat(32))
  })

  test('a rule that only gets 503, or whose connection breaks, is inconclusive', async () => {
    const { results } = await run({ busy: asks('/503', 200) }, { ...options(), maxRequests: 10 })
    expect(results.busy).toMatchObject({ status: 'inconclusive', reason: expect.stringContaining('503') })
  })

  test('a series with one missing response is inconclusive', async () => {
    const send = async (_: null, tools: Tools) => {
      const [, last] = await tools.inSequence([get(tools.target, '/200'), get(tools.target, '/503')])
      return last!
    }
    const { results } = await run({ series: asks('/200', 200, { send }) }, options())
    expect(results.series).toMatchObject({ status: 'inconclusive', reason: 'GET /503 kept returning 503' })
  })

  test('a crash of a judge is not a verdict on the target', async () => {
    const judge = () => {
      throw new TypeError('oops')
    }
    const { results } = await run({ bug: asks('/200', 200, { judge }) }, options())
    expect(results.bug).toMatchObject({
      status: 'inconclusive',
      reason: expect.stringContaining('the suite itself failed'),
    })
  })

  test('a case is retried while its data changes, and inconclusive if that never stops', async () => {
    let tries = 0
    const restless = asks('/200', 200, { judge: () => (++tries < 3 ? moved('it moved') : undefined) })
    expect((await run({ restless }, options())).results.restless?.status).toBe('passed')
    const never = asks('/200', 200, { judge: () => moved('it moved') })
    const { results } = await run({ never }, options())
    expect(results.never).toMatchObject({ status: 'inconclusive', reason: 'it moved' })
  })

  test.each<[settled: number, status: string]>([
    [4, 'passed'],
    [3, 'passed'],
    [2, 'inconclusive'],
  ])('a rule with %i settled cases of 5 is %s', async (settled, status) => {
    const restless = asks('/200', 200, {
      cases: { first: [0, 1, 2, 3, 4], count: [5, 5, 5] },
      judge: (_: unknown, k: number) => (k < settled ? undefined : moved('it moved')),
    })
    const { results } = await run({ restless }, options())
    expect(results.restless).toMatchObject({ status, reason: expect.stringContaining('it moved') })
    expect(results.restless!.reason).toContain(status === 'passed' ? `${settled} of 5 cases` : '3 of 5 cases')
  })

  test('rules blocked by a violated rule are not tried and name the root cause', async () => {
    const rules = {
      root: asks('/404', 200),
      child: asks('/blocked-child', 200, { after: ['root'] }),
      grandchild: asks('/blocked-grandchild', 200, { after: ['child'] }),
    }
    const { results } = await run(rules, options())
    expect(results.child).toMatchObject({ status: 'blocked', reason: 'root is violated' })
    expect(results.grandchild).toMatchObject({ status: 'blocked', reason: 'root is violated' })
    expect(seen.filter((path) => path.startsWith('/blocked'))).toEqual([])
  })

  test('an eager rule begins beside the rules that may block it, and repeats nothing once they do', async () => {
    const both = Promise.withResolvers<void>()
    let sent = 0
    const together = async (tools: Tools, path: string) => {
      if (++sent === 2) both.resolve()
      await both.promise
      return fetchOne(tools, path)
    }
    const rules = {
      root: asks('/404', 200, { send: (_: null, tools: Tools) => together(tools, '/404') }),
      child: asks('/404', 200, {
        eager: true,
        after: ['root'],
        send: async (_: null, tools: Tools) => {
          const x = await together(tools, '/404/eager')
          await new Promise((resolve) => setTimeout(resolve, 50))
          return x
        },
      }),
    }
    const { results } = await run(rules, options())
    expect(results.child).toMatchObject({ status: 'blocked', reason: 'root is violated' })
    expect(seen.filter((path) => path === '/404/eager')).toHaveLength(1)
  })
})

describe('invariants', () => {
  const small = invariant({
    ...about,
    applies: (x) => x.req.path === '/big',
    judge: (x) => {
      const n = (x.response!.json as { n: number }).n
      return n < 50 ? undefined : violation('n below 50', `n ${n}`, x)
    },
    cases: {
      first: [{ n: 0 }],
      any: fc.record({ n: fc.integer({ min: 0, max: 1000 }) }),
      count: [1, 20, 20],
      request: ({ n }, target) => get(target, '/big', [['n', String(n)]]),
    },
  })

  test('are judged on exchanges that other rules sent', async () => {
    const other = asks('/big', 200, {
      send: async (_: null, tools: Tools) => tools.get(get(tools.target, '/big', [['n', '50']])),
    })
    const { results } = await run({ small: { ...small, cases: undefined }, other }, options())
    expect(results.small).toMatchObject({ status: 'failed', cases: 1, failure: { actual: 'n 50' } })
    expect(results.other?.status).toBe('passed')
  })

  test('are shrunk even if another rule sent the failing request', async () => {
    const query = [['n', '977'] as const, ['page', '3'] as const, ['lang', 'de'] as const]
    const other = asks('/big', 200, {
      send: async (_: null, tools: Tools) => tools.get(get(tools.target, '/big', query)),
    })
    const { results } = await run({ small: { ...small, cases: undefined }, other }, options())
    expect(results.small?.failure).toMatchObject({ counterexample: { request: 'GET /big', n: '50' }, actual: 'n 50' })
    expect(results.small?.requests).toBeLessThanOrEqual(42)
  })

  test('are shrunk to the smallest failing case', async () => {
    const { results } = await run({ small }, options())
    expect(results.small?.failure?.counterexample).toEqual({ request: 'GET /big', n: '50' })
  })

  test('do not pass without a judged exchange', async () => {
    const { results } = await run({ small: { ...small, cases: undefined } }, options())
    expect(results.small).toMatchObject({ status: 'inconclusive', cases: 0 })
  })

  test('do not judge requests outside the reference', async () => {
    const other = observation({
      ...about,
      observe: async (tools) => {
        await tools.get({ ...get(tools.target, '/big', [['n', '99']]), outside: true })
        return null
      },
    })
    const { results } = await run({ small: { ...small, cases: undefined }, other }, options())
    expect(results.small?.cases).toBe(0)
  })
})

describe('aborted tests are inconclusive', () => {
  const many = { first: [], any: fc.integer(), count: [40, 40, 40] as const }
  const swept = invariant({
    ...about,
    applies: () => true,
    judge: () => undefined,
    cases: { ...many, request: (n: number, target) => get(target, '/swept', [['n', String(n)]]) },
  })

  test('an invariant whose cases --max-requests did not allow', async () => {
    const { results } = await run({ swept }, { ...options(), maxRequests: 12 })
    expect(results.swept).toMatchObject({
      status: 'inconclusive',
      cases: 12,
      reason: expect.stringContaining('--max-requests'),
    })
  })

  test('an invariant whose cases were interrupted', async () => {
    const { results } = await run(
      { swept },
      {
        ...options(),
        onStart: (session) => setTimeout(() => session.stop(), 100),
        rate: 100,
      },
    )
    expect(results.swept).toMatchObject({ status: 'inconclusive', reason: expect.stringContaining('interrupted') })
  })

  test('a trial that was stopped between two cases', async () => {
    let stop = () => {}
    // No request is in flight at the stop, so no case ends early.
    const send = async (n: number) => void (n === 2 && stop())
    const cases = { first: [1, 2, 3, 4], count: [4, 4, 4] as const }
    const quiet = trial<number, void>({ ...about, cases, send, judge: () => undefined })
    const { results } = await run(
      { quiet },
      {
        ...options(),
        concurrency: 1,
        onStart: (session) => {
          stop = session.stop
        },
      },
    )
    expect(results.quiet).toMatchObject({
      status: 'inconclusive',
      cases: 2,
      reason: '2 of 4 cases; the run was interrupted',
    })
  })
})

describe('minimal pairs', () => {
  const pair = (good: string) =>
    asks('/401', 401, {
      send: async (_: null, tools: Tools) => {
        await tools.good(get(tools.target, good))
        return tools.get(get(tools.target, '/401'))
      },
    })

  test('pass when the baseline request works before and after', async () => {
    expect((await run({ pair: pair('/200') }, options())).results.pair?.status).toBe('passed')
    expect(counts.get('/200')).toBeGreaterThanOrEqual(2)
  })

  test('are inconclusive when the baseline request failed or stopped working', async () => {
    const { results } = await run({ before: pair('/404'), after: pair('/after-1') }, options())
    expect(results.before).toMatchObject({ status: 'inconclusive', reason: expect.stringContaining('404') })
    expect(results.after).toMatchObject({
      status: 'inconclusive',
      reason: expect.stringContaining('200 at first; at the end: 401'),
    })
  })
})

describe('sparingly', () => {
  const sparing = (path: string, wanted: number) =>
    asks(path, wanted, { send: (_: null, tools: Tools) => tools.sparingly(get(tools.target, path)) })

  test('rules share responses at quick depth only', async () => {
    const rules = { one: sparing('/200', 200), two: sparing('/200', 200), three: sparing('/200', 200) }
    expect((await run(rules, { ...options(), depth: 'quick' })).requests).toBe(1)
    expect((await run(rules, options())).requests).toBe(3)
  })

  test('a failing case is repeated nevertheless', async () => {
    const { results, requests } = await run({ bad: sparing('/404', 200) }, { ...options(), depth: 'quick' })
    expect(requests).toBe(2)
    expect(results.bad).toMatchObject({ status: 'failed', requests: 2 })
    expect(results.bad?.failure?.flaky).toBeUndefined()
  })

  test('a case whose data changed is repeated nevertheless', async () => {
    const path = '/200/moves'
    const rule = asks(path, 200, {
      send: (_: null, tools: Tools) => tools.sparingly(get(tools.target, path)),
      judge: () => ((counts.get(path) ?? 0) < 2 ? moved('it moved') : undefined),
    })
    expect((await run({ rule }, { ...options(), depth: 'quick' })).results.rule?.status).toBe('passed')
    expect(counts.get(path)).toBe(2)
  })
})

describe('the run', () => {
  test('a rule whose needs are not met is skipped with what to supply', async () => {
    const rules = {
      revoked: asks('/200', 200, { needs: ['key:revoked'] }),
      control: asks('/200', 200, { needs: ['control.createKey'] }),
    }
    const { results } = await run(rules, options())
    expect(results.revoked?.reason).toContain('TENANT_A_KEY_REVOKED')
    expect(results.control).toMatchObject({ status: 'skipped', reason: expect.stringContaining('createKey') })
  })

  test('--rule selects rules', async () => {
    const { results } = await run(
      { 'x.one': asks('/200', 200), 'x.two': asks('/200', 200) },
      { ...options(), rules: ['*.two'] },
    )
    expect(results['x.one']).toMatchObject({ status: 'skipped', reason: 'not selected by --rule' })
    expect(results['x.two']?.status).toBe('passed')
  })

  test('when preflight stops the run, every rule gives the reason', async () => {
    const preflight = async () => ({ stop: 'not there' })
    const { results, requests, stopped } = await run({ one: asks('/200', 200) }, { ...options(), preflight })
    expect(results.one).toMatchObject({ status: 'inconclusive', reason: 'not there' })
    expect({ requests, stopped }).toEqual({ requests: 0, stopped: 'not there' })
  })

  test('respects --max-requests, and untried rules give it as the reason', async () => {
    const cases = { first: [], any: fc.integer(), count: [50, 50, 50] as const }
    const { results, requests } = await run({ many: asks('/200', 200, { cases }) }, { ...options(), maxRequests: 7 })
    expect(requests).toBe(7)
    expect(results.many).toMatchObject({ status: 'inconclusive', reason: expect.stringContaining('--max-requests') })
  })

  test('every rule gets a result when the run stops', async () => {
    const cases = { first: [], any: fc.integer(), count: [500, 500, 500] as const }
    const rules = { quick: asks('/404', 200), many: asks('/200', 200, { cases }) }
    const { results } = await run(rules, {
      ...options(),
      onStart: (session) => setTimeout(() => session.stop(), 1500),
      rate: 100,
    })
    expect(results.many).toMatchObject({ status: 'inconclusive', reason: expect.stringContaining('interrupted') })
    expect(results.quick?.status).toBe('failed')
  })

  test('the same seed sends the same requests, another seed different ones', async () => {
    const cases = { first: [], any: fc.integer({ min: 0, max: 1e6 }), count: [20, 20, 20] as const }
    const send = async (n: number, tools: Tools) =>
      tools.get(
        get(tools.target, '/seeded', [
          ['n', String(n)],
          ['r', String(tools.random())],
        ]),
      )
    const sentWith = async (seed: number) => {
      seen.length = 0
      await run({ many: asks('/200', 200, { cases, send }) }, { ...options(), seed })
      return seen.filter((path) => path.startsWith('/seeded')).sort()
    }
    const first = await sentWith(5)
    expect(first).toHaveLength(20)
    expect(await sentWith(5)).toEqual(first)
    expect(await sentWith(6)).not.toEqual(first)
  })
})

test('the credential that violates an invariant is tried at the other endpoints that the run requested', async () => {
  const odd = { class: 'malformed', form: 'x-api-key', headers: [['X-Api-Key', 'odd']], note: 'odd' } as const
  const { baseUrl, close } = await serve((req, res) => {
    res.writeHead(req.headers['x-api-key'] === 'odd' ? 400 : 401).end('{}')
  })
  const sends = trial<number, readonly Exchange[]>({
    ...about,
    cases: { first: [0], count: [1, 1, 1] },
    send: async (_, { target, get: send }) => [
      await send({ ...get(target, '/x'), credential: odd }),
      await send({ ...get(target, '/z'), credential: noCredential }),
    ],
    judge: () => undefined,
  })
  const refused = invariant({
    ...about,
    applies: () => true,
    judge: (x) => (statusOf(x) === 401 ? undefined : violation('401', `${statusOf(x)}`, x)),
  })
  const { results } = await run({ 'a.x.refused': refused, 'a.x.sends': sends }, { baseUrl })
  await close()
  expect(results['a.x.refused']!.failure!.extent!.failing).toEqual(['GET /z, via X-Api-Key, credential: odd: 400'])
  expect(results['a.x.refused']!.failure!.extent!.conforming).toContain('GET /x, via Bearer, credential: odd: 401')
})
