import { afterEach, expect, test } from 'vitest'
import { isSuccess } from '../../core/exchange.ts'
import { trial, violation } from '../../core/rule.ts'
import { type Strange, serve } from '../../testing/foreign-servers.ts'
import { about, get, run } from '../../testing/session.ts'

let server: Strange
afterEach(() => server.close())

const BEARER = 'a.auth.bearer-accepted'

const accepts = (path: string) =>
  trial({
    ...about,
    cases: { first: [1], count: [1, 1, 1] as const },
    send: (_, tools) => tools.get(get(tools.target, path)),
    judge: (x) => (isSuccess(x) ? undefined : violation('a success', 'none')),
  })

/** Cases that begin with a request to each of these paths. */
const compares = (...paths: readonly string[]) =>
  trial({
    ...about,
    cases: { first: paths, count: [paths.length, paths.length, paths.length] as const },
    send: (path: string, tools) => tools.good(get(tools.target, path)),
    judge: () => undefined,
  })

async function tried(bearerStatus: number, ...paths: readonly string[]) {
  server = await serve((req, res) => {
    const status = req.url!.includes('/bearer') ? bearerStatus : req.url!.includes('/refused') ? 401 : 200
    res.writeHead(status).end('{}')
  })
  const { results } = await run({ [BEARER]: accepts('/bearer'), other: compares(...paths) }, server)
  return results.other
}

test('where one header authenticates nothing, the cases via the other one decide', async () => {
  expect(await tried(401, '/users', '/refused')).toMatchObject({
    status: 'passed',
    cases: 1,
    reason: `1 of 2 cases; the baseline request of the others was refused (${BEARER} is violated)`,
  })
})

test('without other cases the rule is blocked', async () => {
  expect(await tried(401, '/refused')).toMatchObject({ status: 'blocked', reason: `${BEARER} is violated` })
})

test('if both headers authenticate, a refused baseline request leaves the rule undecided', async () => {
  expect(await tried(200, '/users', '/refused')).toMatchObject({ status: 'inconclusive' })
})
