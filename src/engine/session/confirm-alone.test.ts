import type { RequestListener } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { Exchange, Req } from '../../core/exchange.ts'
import { noCredential } from '../../core/key-format.ts'
import { invariant, trial, violation } from '../../core/rule.ts'
import type { Target } from '../../core/target.ts'
import { type Strange, serve } from '../../testing/foreign-servers.ts'
import { about, get, run, statusOf } from '../../testing/session.ts'

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
/** Fails if the active key gets anything but 200. */
const accepted = trial<number, readonly Exchange[]>({
  ...about,
  cases: { first: [0, 1, 2, 3, 4, 5, 6, 7], count: [8, 8, 8] },
  send: async (n, tools) => [await tools.get(get(tools.target, '/x', [['n', String(n)]]))],
  judge: expecting(200),
})

async function failure(rule: Parameters<typeof run>[0][string], listener: RequestListener, quietMs?: number) {
  const server = await serve(listener)
  servers.push(server)
  const { results } = await run({ 'a.x.y': rule }, { baseUrl: server.baseUrl, quietMs })
  return { sent: server.requests(), ...results['a.x.y']!.failure! }
}

const respond = (res: Parameters<RequestListener>[1], status: number) =>
  res.writeHead(status, { 'content-type': 'application/json' }).end('{}')
const hasKey = (req: Parameters<RequestListener>[0]) => req.headers['x-api-key'] !== undefined

test('a request that shows the failure alone has one command', async () => {
  const found = await failure(refused, (_, res) => respond(res, 200), 0)
  expect(found.context).toBeUndefined()
  expect(found.curl).toMatch(/^curl /)
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

test('what no other request brings about has no command, and says so', async () => {
  let count = 0
  const found = await failure(accepted, (_, res) => respond(res, ++count < 100 && count > 2 ? 401 : 200), 0)
  expect(found.context).toBeUndefined()
  count = 0
  const early = await failure(accepted, (_, res) => respond(res, ++count < 12 ? 401 : 200), 0)
  expect(early).toMatchObject({ context: 'unknown', curl: '', noCurl: expect.stringContaining('sent again alone') })
  expect(early.request).toBeUndefined()
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

test('nothing is sent again without a time to wait', async () => {
  const listener: RequestListener = (_, res) => respond(res, 200)
  expect((await failure(refused, listener)).sent).toBeLessThan((await failure(refused, listener, 0)).sent)
})
