import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Req } from '../../core/exchange.ts'
import { trial } from '../../core/rule.ts'
import { type Strange, serve } from '../../testing/foreign-servers.ts'
import { about, run } from '../../testing/session.ts'
import type { Round } from './measure.ts'
import { timingTrial } from './timing-trial.ts'

// Guards against hanging only: a busy machine may be slow.
vi.setConfig({ testTimeout: 120_000 })

const LABELS = ['malformed', 'unknown', 'unknown placebo', 'wrong-secret', 'revoked', 'expired']

/** Paths: /equal, /leaky (revoked keys take 3 ms longer), /some-429, /closing. */
let server: Strange
let sent = 0
beforeAll(async () => {
  server = await serve((req, res) => {
    const path = req.url!.replace('/api/public/v1', '')
    const busyUntil = performance.now() + (path === '/leaky' && req.headers['x-api-key'] === 'revoked' ? 3 : 0)
    while (performance.now() < busyUntil);
    const headers = path === '/closing' ? { connection: 'close' } : undefined
    res.writeHead(path === '/some-429' && ++sent > 40 ? 429 : 401, headers)
    res.end('{}')
  })
})
afterAll(() => server.close())

const requestOf = (path: string, label: string): Req => ({
  endpoint: null,
  path,
  credential: { class: 'unknown', form: 'x-api-key', headers: [['X-Api-Key', label]] },
})
const roundsOf = (path: string) => (): Round[] => [
  { part: 'by X-Api-Key', requests: LABELS.map((label) => ({ label, req: requestOf(path, label) })) },
]
const rule = (path: string) =>
  trial({
    ...about,
    level: 'implied',
    derivation: 'a test',
    needs: ['timing'],
    ...timingTrial({ rounds: roundsOf(path) }),
  })
const tryOne = async (path: string, more = {}) => {
  const { results } = await run({ r: rule(path) }, { baseUrl: server.baseUrl, timing: true, depth: 'quick', ...more })
  return results.r!
}

describe('over a socket', () => {
  test('finds a leak of 3 ms and shows two responses', async () => {
    const { status, failure, measurement } = await tryOne('/leaky')
    expect(status).toBe('warned')
    expect(failure?.actual).toMatch(/^the revoked key takes \d+(\.\d)? ms \(/)
    expect(failure?.exchanges).toHaveLength(2)
    const rejected = measurement?.pairs.filter((pair) => pair.rejected)
    expect(rejected?.every(({ slower, role }) => slower === 'revoked' && role === 'compared')).toBe(true)
  })

  test('does not reject a leak-free server, even with --strict', async () => {
    const { status, requests, measurement } = await tryOne('/equal', { strict: true })
    expect(['passed', 'inconclusive']).toContain(status)
    expect(requests).toBeLessThan(420)
    expect(measurement).toMatchObject({ summary: expect.stringContaining('No difference found') })
  })

  test('measures a server that closes each connection', async () => {
    const { status, measurement } = await tryOne('/closing')
    expect(['passed', 'inconclusive']).toContain(status)
    expect(measurement).toMatchObject({ summary: expect.stringContaining('No difference found') })
  })

  test('is inconclusive if the server limits the rate', async () => {
    expect(await tryOne('/some-429')).toMatchObject({ status: 'inconclusive', reason: expect.stringContaining('429') })
  })

  test('a run without timing skips the rule', async () => {
    const left = { status: 'skipped', requests: 0, reason: 'quick depth measures no time without --timing' }
    expect(await tryOne('/leaky', { timing: false })).toMatchObject(left)
  })
})
