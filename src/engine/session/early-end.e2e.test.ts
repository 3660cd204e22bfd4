import type { RequestListener } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { observation, trial, violation } from '../../core/rule.ts'
import { type Strange, serve } from '../../testing/foreign-servers.ts'
import { about, get, type Options, run } from '../../testing/session.ts'
import type { ControlSource } from '../control/control-source.ts'

const open: Strange[] = []
afterEach(() => Promise.all(open.splice(0).map((server) => server.close())))

async function served(answer: RequestListener): Promise<string> {
  const server = await serve(answer)
  open.push(server)
  return server.baseUrl
}

const sends = (path: string, count: number) =>
  trial({
    ...about,
    cases: { first: Array.from({ length: count }, (_, i) => i), count: [count, count, count] as const },
    send: (i: number, { get: send, target }) => send(get(target, path, [['i', String(i)]])),
    judge: (x) => (x.response?.status === 404 ? violation('200', '404') : undefined),
  })

const RULES = { broken: sends('/broken', 1), quick: sends('/quick', 3), many: sends('/many', 400) }

describe('the deadline', () => {
  test('aborts requests in flight, sends nothing more and keeps the results', async () => {
    let requests = 0
    const baseUrl = await served((req, res) => {
      // Long enough for the others to finish.
      if (++requests > 60) return
      res.writeHead(req.url!.includes('/broken') ? 404 : 200).end('{}')
    })
    const deadline = 2500
    const ended = await run(RULES, { baseUrl, timeout: 60_000, deadline, endsAt: Date.now() + deadline })
    const { broken, quick, many } = ended.results
    expect([broken!.status, quick!.status]).toEqual(['failed', 'passed'])
    expect(many).toMatchObject({
      status: 'inconclusive',
      reason: expect.stringMatching(/^\d+ of 400 cases; the run reached its deadline of 2500ms$/),
    })
    expect(ended.cut).toEqual({ by: 'deadline', reason: 'the run reached its deadline of 2500ms' })
    expect(requests).toBe(ended.requests)
    expect(requests).toBeLessThan(80)
  })

  test('is the reason for every rule when it passes before any was tried', async () => {
    const baseUrl = await served(() => undefined)
    const preflight: Options['preflight'] = async (tools) => {
      await tools.once(get(tools.target, '/users'))
      return { learnt: {} }
    }
    const deadline = 50
    const ended = await run(RULES, { baseUrl, preflight, timeout: 60_000, deadline, endsAt: Date.now() + deadline })
    expect(ended.stopped).toBe('the run reached its deadline of 50ms before anything was tried')
    expect(ended.requests).toBe(1)
  })

  test('does not affect a run that ends in time', async () => {
    const baseUrl = await served((_req, res) => res.end('{}'))
    const ended = await run({ quick: RULES.quick }, { baseUrl, deadline: 60_000, endsAt: Date.now() + 60_000 })
    expect([ended.cut, ended.results.quick!.status]).toEqual([undefined, 'passed'])
  })

  test('does not wait for a control call', async () => {
    const baseUrl = await served((_req, res) => res.end('{}'))
    const source: ControlSource = { module: { a: { createUser: () => new Promise<never>(() => undefined) } } }
    const asks = observation({
      ...about,
      needs: ['control.createUser'],
      observe: async ({ control }) => {
        await control.a.createUser()
        return 1
      },
    })
    const ended = await run({ asks }, { baseUrl, source, deadline: 300, endsAt: Date.now() + 300 })
    expect(ended.results.asks!.reason).toBe('the run reached its deadline of 300ms before it could be tried')
  })
})

describe('a deployment that has gone down', () => {
  const patience = { pauses: [0, 5], down: 50, busy: 50 }

  test('ends the run: failures remain, all other rules have one reason', async () => {
    let answered = 0
    const baseUrl = await served((req, res) => {
      if (req.url!.includes('/broken')) return void res.writeHead(404).end('{}')
      if (++answered > 40) return void res.destroy()
      res.end('{}')
    })
    const ended = await run(RULES, { baseUrl, patience })
    expect(ended.cut).toEqual({
      by: 'unreachable',
      reason: expect.stringMatching(
        /^the deployment stopped responding \(.*; a request that had worked was sent \d+ more times\); the last requests: GET \S*many\?i=\d+ 200, .*, GET \S+ no response/,
      ),
    })
    expect(ended.results.broken!.status).toBe('failed')
    expect(ended.results.many!.reason).toMatch(/^\d+ of 400 cases; /)
    expect(ended.results.many!.reason).toContain(ended.cut!.reason.replace(/; the last requests.*/, ''))
    expect(ended.requests).toBeLessThan(100)
  })

  test('an unresponsive deployment ends the run in bounded time', async () => {
    let answered = 0
    const baseUrl = await served((_req, res) => {
      if (++answered <= 40) res.end('{}')
    })
    // 400 requests of 100 ms each, sent twice, eight at a time, would take ten seconds.
    const ended = await run({ many: RULES.many }, { baseUrl, patience, timeout: 100 })
    expect(ended.cut?.by).toBe('unreachable')
    expect(ended.requests).toBeLessThan(100)
  })

  test('one path that always resets, or one reset in twenty requests, does not end the run', async () => {
    let n = 0
    const baseUrl = await served((req, res) => {
      if (req.url!.includes('/broken') || ++n % 20 === 0) res.destroy()
      else res.end('{}')
    })
    const ended = await run({ ...RULES, broken: sends('/broken', 12) }, { baseUrl, patience })
    expect(ended.cut).toBeUndefined()
    expect(ended.results.broken!.status).toBe('inconclusive')
    expect([ended.results.quick!.status, ended.results.many!.status]).toEqual(['passed', 'passed'])
  })
})
