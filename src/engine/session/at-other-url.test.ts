import { afterEach, expect, test } from 'vitest'
import type { Exchange } from '../../core/exchange.ts'
import { trial, violation } from '../../core/rule.ts'
import { AT_OTHER_URL, BY_URL } from '../../core/unseen-query.ts'
import { type Strange, serve } from '../../testing/foreign-servers.ts'
import { about, get, run, statusOf } from '../../testing/session.ts'

const servers: Strange[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))

const accepted = (path: string, conclude?: () => { pattern: string }) =>
  trial<number, Exchange>({
    ...about,
    cases: { first: [0], count: [1, 1, 1], ...(conclude && { further: () => [1], conclude }) },
    send: (_, { target, get: send }) => send(get(target, path)),
    judge: (x) => (statusOf(x) === 200 ? undefined : violation('status 200', `${statusOf(x)}`, x)),
  })

test('where a cache by URL is the cause of a cross-tenant read, failures that conform at another URL have that cause', async () => {
  const server = await serve((req, res) => {
    const isRight = /[?&]_=/.test(req.url!) && !req.url!.includes('/always')
    res.writeHead(isRight ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
  })
  servers.push(server)
  const rules = { 'b.lists.kept': accepted('/kept'), 'b.lists.always': accepted('/always') }
  const options = { baseUrl: server.baseUrl, quietMs: 0 }
  const isolated = accepted('/list', () => ({ pattern: AT_OTHER_URL }))
  const { results } = await run({ 'b.tenancy.isolated': isolated, ...rules }, options)
  expect(results['b.lists.kept']!.failure).toMatchObject({ pattern: AT_OTHER_URL, causes: [BY_URL] })
  expect(results['b.lists.always']!.failure).not.toHaveProperty('pattern')
  const { results: without } = await run({ 'b.tenancy.isolated': accepted('/list'), ...rules }, options)
  expect(without['b.lists.kept']!.failure).not.toHaveProperty('pattern')
})
