import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import dns from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import type { Behaviour } from '../../../reference-server/behaviour.ts'
import { loadCatalog } from '../../core/catalog.ts'
import type { TargetSettings } from '../../core/settings.ts'
import { startSession } from '../../engine/session/session.ts'
import { deploy } from '../../proof/selfcheck/deployment.ts'
import { tryAgainst } from '../../proof/selfcheck/try-against.ts'
import { serve } from '../foreign-servers.ts'

interface Arrived {
  readonly method: string
  readonly url: string
  readonly host: string
  readonly hasBody: boolean
  /** A key of the documented form is in a header or in the URL. */
  readonly hasKey: boolean
}

const KEY = /_[0-9a-f]{16}_[0-9a-f]{64}(?![0-9a-f])/

/** Every request that any server of this process gets meanwhile, but those to the admin side of the bundled one. */
async function arriving(work: () => Promise<unknown>): Promise<Arrived[]> {
  const arrived: Arrived[] = []
  const note = (message: unknown) => {
    const { method = '', url = '', headers } = (message as { request: IncomingMessage }).request
    const hasBody = 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0
    const hasKey = KEY.test(`${url} ${JSON.stringify(headers)}`)
    if (!url.startsWith('/__control/')) arrived.push({ method, url, host: headers.host ?? '', hasBody, hasKey })
  }
  subscribe('http.server.request.start', note)
  await work().finally(() => unsubscribe('http.server.request.start', note))
  return arrived
}

/** A session, outside of vitest, on a target of our choice. */
async function runOn(target: TargetSettings, rules: readonly string[]): Promise<void> {
  const common = {
    seed: 1,
    concurrency: 16,
    timeout: 10_000,
    timing: false,
    depth: 'quick',
    record: 'failures',
  } as const
  const settings = { ...common, targets: [target], rules, strict: true, requireComplete: false, out: '', reporters: [] }
  const catalog = await loadCatalog(target.variant)
  const session = startSession(settings, target, catalog)
  await Promise.all(catalog.rules.map(({ id }) => session.result(id)))
  await session.close()
}

describe.for(['a', 'b'] as const)('a whole run on variant %s', { timeout: 300_000 }, (variant) => {
  const prefix = `/${variant}/api/public/v1/`
  test.for(['quick', 'standard'] as const)('reads only, and sends keys below the base path only: %s', async (depth) => {
    const whole = { variant, rules: [], seed: 1, depth, timing: depth === 'quick' }
    const arrived = await arriving(() => tryAgainst(whole))
    expect(arrived.length).toBeGreaterThan(100)
    // As it is written, and as a server reads it that undoes `..` and `//`; other spellings are tried without a key.
    const outside = arrived.filter(
      ({ url, hasKey }) => hasKey && (!url.startsWith(prefix) || !new URL(url, 'http://x').pathname.startsWith(prefix)),
    )
    expect(outside).toEqual([])
    expect(arrived.filter(({ hasBody }) => hasBody)).toEqual([])
    expect([...new Set(arrived.map(({ method }) => method))].sort()).toEqual(['GET', 'HEAD', 'OPTIONS'])
  })

  test('follows no redirect to any place', async () => {
    const elsewhere = await serve((_, res) => res.end('{}'))
    const away = `${elsewhere.baseUrl}${prefix}`
    const targets = [away, away.replace(/^http:\/\/[^:]*/, '//localhost'), '/elsewhere', '..', 'file:///etc/passwd']
    let n = 0
    const response: Behaviour['response'] = (response) => {
      // The first responses show the suite that an API is there.
      if (n++ < 20 || n % 2 === 0) return response
      return {
        ...response,
        status: 301 + (n % 8),
        headers: [...response.headers, ['Location', targets[n % targets.length]!]],
      }
    }
    const arrived = await arriving(() =>
      tryAgainst({ variant, rules: [], seed: 1, depth: 'quick', behaviour: { response } }),
    )
    await elsewhere.close()
    expect(n).toBeGreaterThan(50)
    expect(arrived.filter(({ url }) => !url.startsWith(prefix))).toEqual([])
    expect(elsewhere.requests()).toBe(0)
  })
})

test('a server on another machine gets at most 50 requests a second', { timeout: 60_000 }, async () => {
  const deployment = await deploy()
  const target = deployment.target('a')
  const host = 'tenant.example.com'
  const { lookup } = dns
  const here = (...[name, ...more]: Parameters<typeof lookup>) => lookup(name === host ? 'localhost' : name, ...more)
  const spy = vi.spyOn(dns, 'lookup').mockImplementation(here as never)
  const begun = performance.now()
  const arrived = await arriving(() =>
    runOn({ ...target, baseUrl: target.baseUrl.replace('127.0.0.1', host) }, ['a.*']),
  )
  const ms = performance.now() - begun
  spy.mockRestore()
  await deployment.close()
  expect(arrived.filter((one) => one.host.startsWith(host)).length).toBeGreaterThan(100)
  expect(ms).toBeGreaterThan((arrived.length - 2) * 20)
})
