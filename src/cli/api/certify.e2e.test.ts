import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../../fixtures/certify/app.mjs'
import type { Handler } from '../../core/handler.ts'
import type { Report, RuleResult } from '../../core/results.ts'
import { isTimed } from '../../engine/session/run-order.ts'
import { catalogOf } from '../../proof/selfcheck/try-against.ts'
import { command } from '../../testing/command.ts'
import { newFolder } from '../../testing/new-folder.ts'
import { certify, explain } from './certify.ts'
import type { CertifyOptions } from './certify-options.ts'

interface App {
  readonly fetch: Handler
  issue(key?: { state?: string; scopes?: string[] }): string
}

const keysOf = (app: App) => ({
  TENANT_A_KEY: app.issue(),
  TENANT_A_KEY_NO_SCOPE: app.issue({ scopes: [] }),
  TENANT_A_KEY_REVOKED: app.issue({ state: 'revoked' }),
})
const ONE = { variant: 'a', rules: ['a.users.envelope'], depth: 'quick' } as const
const folder = newFolder()
/** When a report was written where `npm start` puts it. */
const written = () => statSync('conformance-report', { throwIfNoEntry: false })?.mtimeMs
const before = written()

async function withServer<T>(app: App, work: (baseUrl: string) => Promise<T>): Promise<T> {
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const statuses = ({ targets }: Report) =>
  Object.fromEntries(targets[0]!.rules.map(({ id, status }) => [id, status] as const))
const ruleOf = ({ targets }: Report, id: string): RuleResult => targets[0]!.rules.find((rule) => rule.id === id)!

describe('a backend as a function is judged as the command judges it over HTTP', { timeout: 120_000 }, () => {
  test.for([
    ['that conforms', {}, 'conformant', 0],
    ['that rounds down', { totalPages: Math.floor }, 'nonconformant', 1],
  ] as const)('one %s', async ([, broken, verdict, exit]) => {
    const app: App = createApp(broken)
    const settings = keysOf(app)
    const args = ['run', '--variant', 'a', '--seed', '5', '--depth', 'quick', '--no-timing', '--reporter', 'json']
    const [code, byUrl] = await withServer(app, async (TENANT_A_BASE_URL) => {
      const { code } = await command(folder, args, { ...settings, TENANT_A_BASE_URL })
      return [code, await certify(TENANT_A_BASE_URL, { depth: 'quick', seed: 5, settings, timing: false })] as const
    })
    const byCommand: Report = JSON.parse(readFileSync(join(folder, 'conformance-report/report.json'), 'utf8'))
    const inProcess = await certify(app.fetch, { depth: 'quick', seed: 5, settings })
    expect(code).toBe(exit)
    expect(byUrl.targets[0]?.verdict).toBe(verdict)
    expect(statuses(byUrl)).toEqual(statuses(byCommand))
    // What an HTTP server does itself, a function does not show.
    const { rules } = await catalogOf('a')
    const needSocket = rules.filter((rule) => rule.needs?.includes('socket') && !isTimed(rule))
    const withoutSocket = needSocket.map(({ id }) => id)
    expect(withoutSocket).toContain('a.observed.very-long-key')
    for (const id of withoutSocket) expect(ruleOf(inProcess, id).reason).toMatch(/^supply a base URL \(/)
    const skipped = Object.fromEntries(withoutSocket.map((id) => [id, 'skipped']))
    expect(statuses(inProcess)).toEqual({ ...statuses(byCommand), ...skipped })
    expect(inProcess.targets[0]?.requests).toBeGreaterThan(100)
  })
})

test('the words for an assertion hold failures in full, and no key', async () => {
  const app: App = createApp({ totalPages: Math.floor })
  const settings = keysOf(app)
  const text = explain(await certify(app.fetch, { ...ONE, rules: ['a.users.total-pages'], seed: 5, settings }))
  expect(text).toMatch(
    /^FAILED {2}a\.users\.total-pages .*\n(.*\n)* {2}expected {3}.*rounded up\)\n {2}actual {5}pagination\.total_pages 2\n/,
  )
  expect(text).toContain("certify with rules: ['a.users.total-pages'], seed: 5")
  expect(text).toMatch(/\nvariant A: nonconformant — 1 of \d+ rules selected: 1 failed/)
  for (const key of Object.values(settings)) expect(text).not.toContain(key.slice(-64))
})

test('nothing is written but where `out` says', async () => {
  const app: App = createApp()
  const settings = keysOf(app)
  const before = readdirSync('.')
  await certify(app.fetch, { ...ONE, settings })
  expect(readdirSync('.')).toEqual(before)
  const out = join(folder, 'out')
  const report = await certify(app.fetch, { ...ONE, settings, out })
  expect(readdirSync(out).sort()).toEqual(['junit.xml', 'report.html', 'report.json'])
  expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))).toEqual(JSON.parse(JSON.stringify(report)))
})

test('a control module is an object with functions; what it created is revoked', async () => {
  const app: App = createApp()
  let revoked = 0
  const createKey = async () => {
    const key = app.issue()
    return { key, keyId: key.split('_')[1]! }
  }
  const control = { a: { createKey, revokeKey: async () => revoked++ } }
  const options = { ...ONE, rules: ['a.key.unique'], settings: keysOf(app), control }
  const report = await certify(app.fetch, options)
  expect(ruleOf(report, 'a.key.unique').status).toBe('passed')
  expect(revoked).toBeGreaterThan(1)
})

test('the report of an aborted run says so', async () => {
  const app: App = createApp()
  const { run, targets } = await certify(app.fetch, { settings: keysOf(app), signal: AbortSignal.abort() })
  expect(run.interrupted).toBe(true)
  expect(targets[0]?.verdict).toBe('inconclusive')
})

describe('what cannot be used is one line for each thing', () => {
  const app: App = createApp()
  const settings = keysOf(app)
  test.for<[unknown, object | undefined, string[]]>([
    [undefined, { settings }, ['certify: its first argument']],
    [app.fetch, undefined, ['settings: name no key']],
    ['ftp://x', { settings }, ['the base URL: ftp is not supported; use an http:// or https:// URL']],
    [app.fetch, { settings, dept: 1, seed: 1.5 }, ['dept: not an option; did you mean depth?', 'seed: must be']],
    [app.fetch, { settings: { TENANT_A_KEY: 'x', TENANT_A_KEY_REVOKD: 'y' } }, ['TENANT_A_KEY: ', 'TENANT_A_KEY_REV']],
    [app.fetch, { settings, variant: 'b' }, ['TENANT_B_KEY: not set']],
    [app.fetch, { settings, rules: ['a.users.totl'] }, ['rules: no rule has the id "a.users.totl"; did you mean']],
    [app.fetch, { settings, control: { a: { createKy: 1 } } }, ['control: has a.createKy']],
    [app.fetch, { settings, out: '/proc/nowhere' }, ['out: ']],
  ])('%#', async ([target, options, begin]) => {
    const error = await certify(target as Handler, options as CertifyOptions).catch((thrown) => thrown)
    expect(error.name).toBe('UsageError')
    const lines = error.message.split('\n')
    expect(lines).toHaveLength(begin.length)
    for (const [i, line] of lines.entries()) expect(line.startsWith(begin[i])).toBe(true)
  })
  test('and nothing was written', () => expect(written()).toBe(before))
})
