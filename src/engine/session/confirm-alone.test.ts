import type { RequestListener } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { Exchange, Req } from '../../core/exchange.ts'
import { inApiKey, noCredential, whole } from '../../core/key-format.ts'
import type { RequestContext } from '../../core/results.ts'
import { invariant, trial, unclear, violation } from '../../core/rule.ts'
import type { Target } from '../../core/target.ts'
import { OWN_CLIENT } from '../../http/client-profile.ts'
import { type Strange, serve } from '../../testing/foreign-servers.ts'
import { about, get, NO_SURFACE, run, statusOf } from '../../testing/session.ts'
import type { ControlSource } from '../control/control-source.ts'

const servers: Strange[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))

const withoutKey = (target: Target): Req => ({ ...get(target, '/x'), credential: noCredential })
const expecting = (status: number) => (evidence: readonly Exchange[]) =>
  statusOf(evidence.at(-1)!) === status
    ? undefined
    : violation(`status ${status}`, `${statusOf(evidence.at(-1)!)}`, ...evidence)

/** Fails if a request without a key, after one with it, gets anything but 401. */
const refused = trial<number, readonly Exchange[]>({
  ...about,
  cases: { first: [0], count: [1, 1, 1] },
  send: (_, { target, inSequence }) => inSequence([get(target, '/x'), withoutKey(target)]),
  judge: expecting(401),
})
/** The same with cases of several clients. */
const refusedByMany = trial<number, readonly Exchange[]>({
  ...about,
  cases: { first: [0, 1, 2, 3, 4, 5, 6, 7], count: [8, 8, 8] },
  send: (_, { target, inSequence }) => inSequence([get(target, '/x'), withoutKey(target)]),
  judge: expecting(401),
})
/** Fails if the active key gets anything but 200. */
const accepted = trial<number, readonly Exchange[]>({
  ...about,
  cases: { first: [0, 1, 2, 3, 4, 5, 6, 7], count: [8, 8, 8] },
  send: async (n, tools) => [await tools.get(get(tools.target, '/x', [['n', String(n)]]))],
  judge: expecting(200),
})

async function failure(
  rule: Parameters<typeof run>[0][string],
  listener: RequestListener,
  quietMs?: number,
  surface = NO_SURFACE,
) {
  const server = await serve(listener)
  servers.push(server)
  const { results } = await run({ 'a.x.y': rule }, { baseUrl: server.baseUrl, quietMs, surface })
  const { note, failure } = results['a.x.y']!
  return { sent: server.requests(), note, ...failure! }
}

const respond = (res: Parameters<RequestListener>[1], status: number) =>
  res.writeHead(status, { 'content-type': 'application/json' }).end('{}')
const hasKey = (req: Parameters<RequestListener>[0]) => req.headers['x-api-key'] !== undefined

test('a request that shows the failure alone has one command', async () => {
  const found = await failure(refused, (_, res) => respond(res, 200), 0)
  expect(found.context).toBeUndefined()
  expect(found.curl).toMatch(/^curl /)
})

test('what every tenth request shows has one command, and says how often', async () => {
  let n = 0
  const found = await failure(accepted, (_, res) => respond(res, ++n % 10 === 8 ? 500 : 200), 0)
  expect(found).toMatchObject({ flaky: '3 of 30', pattern: expect.stringMatching(/, so one in 10$/) })
  expect(found.context).toBeUndefined()
  expect(found.causes[0]).toMatch(/^one of several workers/)
  expect(found.curl).toMatch(/^curl /)
})

test('a flaky failure that another request before it explains is shown with that request', async () => {
  let last: string | undefined
  const listener: RequestListener = (req, res) => {
    respond(res, last?.includes('n=1') && req.url!.includes('n=2') ? 500 : 200)
    last = req.url
  }
  let attempts = 0
  const inEitherOrder = trial<number, readonly Exchange[]>({
    ...about,
    cases: { first: [0], count: [1, 1, 1] },
    async send(_, { target, inSequence }) {
      const [other, first, second] = ['0', '1', '2'].map((n) => get(target, '/x', [['n', n]])) as [Req, Req, Req]
      const inOrder = [0, 4].includes(attempts++)
      const sent = await inSequence(inOrder ? [other, first, second] : [second, first, other])
      return inOrder ? sent : sent.toReversed()
    },
    judge: expecting(200),
  })
  const found = await failure(inEitherOrder, listener, 0)
  expect(found).toMatchObject({ context: 'before', causes: [expect.stringContaining('with the same key')] })
  expect(found.flaky).toBeUndefined()
  expect(found.exchanges.map(({ response }) => response!.status)).toEqual([200, 200, 500])
})

test('a connection that remembers the key: both requests over one connection', async () => {
  const trusted = new WeakSet<object>()
  const listener: RequestListener = (req, res) => {
    if (hasKey(req)) trusted.add(req.socket)
    respond(res, trusted.has(req.socket) ? 200 : 401)
  }
  const found = await failure(refused, listener, 0)
  expect(found.context).toBe('same connection')
  expect(found.noCurl).toBeUndefined()
  expect(found.exchanges.map(({ request }) => request.credential)).toEqual(['active via x-api-key', 'missing'])
  expect(found.curl).toMatch(/^curl .*"X-Api-Key: \$TENANT_A_KEY".* --next (?!.*X-Api-Key)/)
  expect(found.exchanges.map(({ response }) => response!.status)).toEqual([200, 200])
})

test('a cache without the key: a command for each request, in order', async () => {
  let cachedAt = 0
  const listener: RequestListener = (req, res) => {
    if (hasKey(req)) cachedAt = Date.now()
    respond(res, Date.now() - cachedAt < 150 ? 200 : 401)
  }
  const found = await failure(refused, listener, 300)
  expect(found).toMatchObject({ context: 'before', curl: '', requests: [{}, {}] })
  expect(found.exchanges.map(({ request }) => request.credential)).toEqual(['active via x-api-key', 'missing'])
  expect((await failure(refused, listener, 0)).context, 'while the cache is full').toBeUndefined()
})

test('a cache without the key: headers that do not matter are left out, and others kept', async () => {
  const odd = trial<number, readonly Exchange[]>({
    ...{ ...about, cases: { first: [0], count: [1, 1, 1] } },
    send: (_, { target, inSequence }) =>
      inSequence([get(target, '/x'), withoutKey(target)].map((req) => ({ ...req, headers: [['X-Odd', '1']] }))),
    judge: (evidence) => {
      const found = expecting(401)(evidence)
      return found && { ...found, headline: 'It is read by GET /x, with X-Odd' }
    },
  })
  const headersOf = async (isNeeded: boolean) => {
    let cachedAt = 0
    const found = await failure(
      odd,
      (req, res) => {
        const isOdd = !isNeeded || req.headers['x-odd'] !== undefined
        if (hasKey(req)) cachedAt = Date.now()
        respond(res, isOdd && Date.now() - cachedAt < 150 ? 200 : 401)
      },
      300,
    )
    expect(found.context).toBe('before')
    return [
      found.headline,
      found.exchanges
        .at(-1)!
        .request.headers.map(([name]) => name)
        .includes('X-Odd'),
    ]
  }
  expect(await headersOf(false)).toEqual(['It is read by GET /x', false])
  expect(await headersOf(true)).toEqual(['It is read by GET /x, with X-Odd', true])
})

test('a cache of compressed responses: the header that matters is named', async () => {
  let cachedAt = 0
  const listener: RequestListener = (req, res) => {
    const isCompressed = req.headers['accept-encoding'] !== undefined
    if (isCompressed && hasKey(req)) cachedAt = Date.now()
    respond(res, hasKey(req) || (isCompressed && Date.now() - cachedAt < 150) ? 200 : 401)
  }
  const found = await failure(refusedByMany, listener, 300)
  expect(found).toMatchObject({
    context: 'before',
    headline: expect.stringMatching(/; with accept-encoding: .*, while/i),
  })
})

test('a replay sends the requests of a failure with others only if the report needed them', async () => {
  let cachedAt = 0
  const server = await serve((req, res) => {
    if (hasKey(req)) cachedAt = Date.now()
    respond(res, Date.now() - cachedAt < 150 ? 200 : 401)
  })
  servers.push(server)
  const contextOf = async (context?: RequestContext) => {
    const replay = [{ rule: 'a.x.y', times: 1, instead: '', request: {}, ...(context && { context }) }]
    const { results } = await run({ 'a.x.y': refused }, { baseUrl: server.baseUrl, quietMs: 300, replay })
    return results['a.x.y']!.failure!.context
  }
  expect([await contextOf('unknown'), await contextOf()]).toEqual(['before', undefined])
})

test('a cache of GET responses for any method: the GET request comes first', async () => {
  const rule = trial<number, readonly Exchange[]>({
    ...about,
    cases: { first: [0], count: [1, 1, 1] },
    send: async (_, { target, get: send }) => [await send({ ...withoutKey(target), method: 'OPTIONS' })],
    judge: expecting(401),
  })
  // By another rule of the run.
  let cachedAt = Date.now()
  const listener: RequestListener = (req, res) => {
    if (hasKey(req) && req.method === 'GET') cachedAt = Date.now()
    respond(res, Date.now() - cachedAt < 150 ? 200 : 401)
  }
  const surface = { ...NO_SURFACE, credentials: { 'x-api-key': inApiKey } }
  const found = await failure(rule, listener, 300, surface)
  expect(found.context).toBe('before')
  expect(found.exchanges.map(({ request }) => request.method)).toEqual(['GET', 'OPTIONS'])
})

test('more failures by one cache than are searched one by one each have their pair', async () => {
  let cachedAt = 0
  const server = await serve((req, res) => {
    if (hasKey(req)) cachedAt = Date.now()
    respond(res, Date.now() - cachedAt < 150 ? 200 : 401)
  })
  servers.push(server)
  const rules = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`a.x.y${n}`, refused]))
  const { results } = await run(rules, { baseUrl: server.baseUrl, quietMs: 300 })
  expect(Object.values(results).map(({ failure }) => failure?.context)).toEqual(Array(9).fill('before'))
})

test('a comparison with a response that a cache had wrong is repeated with a new one', async () => {
  const ofOther = (target: Target): Req => ({
    ...get(target, '/x'),
    credential: inApiKey([...whole(target.keys.active), 'other'], 'other-company'),
  })
  const same = trial<number, readonly Exchange[]>({
    ...about,
    cases: { first: [0], count: [1, 1, 1] },
    send: async (_, { target, get: send }) => [await send(get(target, '/x')), await send(ofOther(target))],
    judge: ([one, other]) =>
      one!.response?.text === other!.response?.text ? violation('another', 'the same', one!, other!) : undefined,
  })
  let kept: { readonly text: string; readonly until: number } | undefined
  let count = 0
  const listener: RequestListener = (req, res) => {
    // The first response that was cached is that of the other company, the later ones each that of their key.
    if (kept && Date.now() < kept.until) return void res.writeHead(200).end(kept.text)
    const text = ++count === 1 || req.headers['x-api-key']?.toString().includes('other') ? '"2"' : '"1"'
    kept = { text, until: Date.now() + 150 }
    res.writeHead(200, { 'content-type': 'application/json' }).end(text)
  }
  expect((await failure(same, listener, 300)).context).toBe('before')
})

test('a pool that is too small: many requests at the same time', async () => {
  let inFlight = 0
  const found = await failure(
    accepted,
    async (_, res) => {
      const status = ++inFlight > 4 ? 401 : 200
      await sleep(30)
      inFlight--
      respond(res, status)
    },
    0,
  )
  expect(found).toMatchObject({
    context: 'concurrent',
    curl: expect.stringMatching(/^\(for i in .* --next .* & done; wait\)$/),
  })
})

test('a command that shows it with the plain request has no headers of another client', async () => {
  let inFlight = 0
  let lastAt = Date.now()
  let isAlone = false
  const found = await failure(
    accepted,
    async (req, res) => {
      isAlone ||= Date.now() - lastAt > 200
      lastAt = Date.now()
      const isCompressed = req.headers['accept-encoding'] !== undefined
      const status = (isAlone ? ++inFlight > 4 : isCompressed) ? 401 : 200
      await sleep(30)
      if (isAlone) inFlight--
      respond(res, status)
    },
    300,
  )
  expect(found.context).toBe('concurrent')
  expect(found.client).toBeUndefined()
  expect(found.curl).not.toMatch(/accept-encoding/i)
})

test('what the number of earlier requests brings about says so: cases that conformed fail at the end', async () => {
  let count = 0
  const found = await failure(accepted, (_, res) => respond(res, ++count > 2 ? 401 : 200), 0)
  expect(found).toMatchObject({
    context: 'later',
    curl: '',
    noCurl: expect.stringContaining('earlier requests'),
    note: expect.stringMatching(/^GET .*n=[01] conformed as request [12] of the run, and failed/),
  })
})

test('where the run changes the data through the console, cases that fail at the end prove nothing', async () => {
  let count = 0
  const server = await serve((_, res) => respond(res, ++count > 2 ? 201 : 200))
  servers.push(server)
  const source: ControlSource = { module: { a: { createUser: async () => ({ id: 1 }) } } }
  const { results } = await run({ 'a.x.y': accepted }, { baseUrl: server.baseUrl, quietMs: 0, source })
  const { failure, note } = results['a.x.y']!
  expect(failure).toMatchObject({ curl: expect.stringMatching(/^curl /) })
  expect([failure!.context, note]).toEqual([undefined, undefined])
})

test('what only the second of two equal requests shows: those that were sent once fail when they are sent again', async () => {
  const seen = new Set<string | undefined>()
  const listener: RequestListener = (req, res) => {
    respond(res, seen.has(req.url) ? 401 : 200)
    seen.add(req.url)
  }
  const twice = trial<number, readonly Exchange[]>({
    ...about,
    cases: { first: [1, 1, 2], count: [3, 3, 3] },
    send: async (n, tools) => [await tools.get(get(tools.target, '/x', [['n', String(n)]]))],
    judge: expecting(200),
  })
  expect((await failure(twice, listener, 0)).context).toBe('later')
})

test('what no other request brings about has no command, and says so', async () => {
  let count = 0
  const early = await failure(accepted, (_, res) => respond(res, ++count < 12 ? 401 : 200), 0)
  expect(early).toMatchObject({ context: 'unknown', curl: '', noCurl: expect.stringContaining('sent again alone') })
  expect(early.request).toBeUndefined()
})

const PYTHON = 'python-requests/2.32.3'

test('requests of two clients are not taken for one another', async () => {
  const other = trial<number, readonly Exchange[]>({
    ...about,
    cases: { first: [0], count: [1, 1, 1] },
    async send(_, { target, get: send }) {
      const plain = { ...get(target, '/x'), client: OWN_CLIENT }
      const turns: Exchange[] = []
      for (const client of [OWN_CLIENT, PYTHON, OWN_CLIENT, PYTHON, OWN_CLIENT])
        turns.push(await send({ ...plain, client }))
      return turns
    },
    judge([plain, odd, again, oddAgain, last]) {
      if (statusOf(plain!) !== 200) return undefined
      const isSteady = [again, last].every((x) => statusOf(x!) === 200) && statusOf(odd!) === statusOf(oddAgain!)
      return isSteady ? expecting(200)([plain!, odd!]) : unclear('the responses differ')
    },
  })
  const listener: RequestListener = (req, res) =>
    respond(res, req.headers['user-agent']?.startsWith('python') ? 500 : 200)
  expect((await failure(other, listener, 0)).context).toBeUndefined()
})

test('a case of many requests is repeated as a whole', async () => {
  const five = trial<number, readonly Exchange[]>({
    ...about,
    cases: { first: [0], count: [1, 1, 1] },
    send: (_, { target, inSequence }) => inSequence(Array.from({ length: 5 }, (_, n) => get(target, `/${n}`))),
    judge: expecting(200),
  })
  expect((await failure(five, (_, res) => respond(res, 401), 0)).context).toBeUndefined()
  let count = 0
  expect((await failure(five, (_, res) => respond(res, ++count <= 10 ? 401 : 200), 0)).context).toBe('unknown')
})

test('an invariant is judged by the response to its request', async () => {
  const rule = invariant({
    ...about,
    applies: () => true,
    judge: (x) => expecting(200)([x]),
    cases: { first: [0, 1], count: [2, 2, 2], request: (n, target) => get(target, '/x', [['n', String(n)]]) },
  })
  expect((await failure(rule, (_, res) => respond(res, 401), 0)).context).toBeUndefined()
  let count = 0
  expect(await failure(rule, (_, res) => respond(res, ++count <= 5 ? 401 : 200), 0)).toMatchObject({
    context: 'unknown',
    request: { path: '/x' },
  })
})

test('what a cache shows of any request from the second time on has its request twice', async () => {
  const seen = new Set<string | undefined>()
  const listener: RequestListener = (req, res) => {
    respond(res, seen.has(req.url) ? 500 : 200)
    seen.add(req.url)
  }
  const rule = invariant({
    ...about,
    applies: () => true,
    judge: (x) => expecting(200)([x]),
    cases: { first: [1, 1, 2, 3], count: [4, 4, 4], request: (n, target) => get(target, '/x', [['n', String(n)]]) },
  })
  const { context, exchanges, curl } = await failure(rule, listener, 0)
  expect({ context, curl }).toEqual({ context: 'before', curl: '' })
  expect(exchanges.map(({ response }) => response!.status)).toEqual([200, 500])
  expect(exchanges.map(({ request }) => request.url)).toEqual(Array(2).fill(expect.stringMatching(/_=\w{8}$/)))
})

test('nothing is sent again without a time to wait', async () => {
  const listener: RequestListener = (_, res) => respond(res, 200)
  expect((await failure(refused, listener)).sent).toBeLessThan((await failure(refused, listener, 0)).sent)
})
