import { describe, expect, test } from 'vitest'
import type { WireRequest } from '../core/exchange.ts'
import { type CircuitBreakerOptions, createCircuitBreaker, IN_A_ROW, type Outcome } from './circuit-breaker.ts'

const answered = (status: number, headers: [string, string][] = []): Outcome => ({
  response: { status, reason: '', headers, body: Buffer.alloc(0) },
})
const reset: Outcome = { problem: { kind: 'connection', message: 'read ECONNRESET' } }
const request: WireRequest = { method: 'GET', path: '/users', headers: [] }
const patience = { pauses: [0, 1], down: 20, busy: 60 }

/** A breaker that has seen a success; probes get these responses in turn, and the last one from then on. */
function breakerWith(...answers: (Outcome | undefined)[]) {
  const gaveUp: string[] = []
  const probed: unknown[] = []
  const probe: CircuitBreakerOptions['probe'] = async (sent) => {
    probed.push(sent)
    return answers[Math.min(probed.length, answers.length) - 1]
  }
  const { signal } = new AbortController()
  const breaker = createCircuitBreaker({
    probe,
    giveUp: (...why) => void gaveUp.push(...(why as string[])),
    signal,
    patience,
  })
  return { breaker, probed, gaveUp }
}

const fail = async (breaker: ReturnType<typeof createCircuitBreaker>, times: number, how = reset) => {
  for (let i = 0; i < times; i++) await breaker.record(how, request)
}

describe('a deployment is given up', () => {
  test('when nothing gets a response for long, and not before', async () => {
    const { breaker, probed, gaveUp } = breakerWith(reset)
    await breaker.record(answered(200), request)
    await fail(breaker, IN_A_ROW - 1)
    expect(probed).toEqual([])
    const begun = performance.now()
    await fail(breaker, 1)
    expect(performance.now() - begun).toBeGreaterThanOrEqual(patience.down - 1)
    expect(probed.length).toBeGreaterThanOrEqual(3)
    expect(gaveUp).toEqual([
      expect.stringMatching(/^the deployment stopped responding \(read ECONNRESET; .* \d+ more times\)$/),
      'GET /users 200, GET /users no response, GET /users no response, GET /users no response',
    ])
  })

  test('with the last requests before, and the first that failed', async () => {
    const { breaker, gaveUp } = breakerWith(reset)
    const at = (path: string, outcome: Outcome) => breaker.record(outcome, { ...request, path })
    for (const path of ['/0', '/1', '/2', '/3']) await at(path, answered(200))
    await at('/early', reset)
    await at(`/4?page=${'9'.repeat(200)}`, answered(401))
    await at('/5', answered(502))
    await fail(breaker, IN_A_ROW)
    expect(gaveUp.at(-1)).toBe(
      [
        'GET /2 200, GET /3 200',
        `GET /4?page=${'9'.repeat(112)} 401`,
        'GET /5 502, GET /users no response, GET /users no response',
      ].join(', '),
    )
  })

  test('when a gateway returns only 502, 503 or 504', async () => {
    for (const status of [502, 503, 504]) {
      const { breaker, gaveUp } = breakerWith(answered(status))
      await breaker.record(answered(200), request)
      await fail(breaker, IN_A_ROW, answered(status))
      expect(gaveUp[0]).toContain(`no longer responds with anything else (status ${status};`)
    }
  })

  test('later with Retry-After', async () => {
    for (const busy of [answered(429), answered(503, [['Retry-After', '1']])]) {
      const { breaker, gaveUp } = breakerWith(busy)
      await breaker.record(answered(200), request)
      const begun = performance.now()
      await fail(breaker, IN_A_ROW, busy)
      expect(performance.now() - begun).toBeGreaterThanOrEqual(patience.busy - 1)
      expect(gaveUp).toHaveLength(2)
    }
  })
})

describe('it is not given up', () => {
  test('when the request that had worked works: a path may be broken for itself, and be so again', async () => {
    const { breaker, probed, gaveUp } = breakerWith(answered(200))
    await breaker.record(answered(200), { ...request, path: '/first' })
    await breaker.record(answered(200), request)
    await fail(breaker, 5 * IN_A_ROW)
    expect(probed).toEqual(Array(5).fill({ ...request, path: '/first' }))
    expect(gaveUp).toEqual([])
  })

  test('when it comes back', async () => {
    const { breaker, probed, gaveUp } = breakerWith(reset, answered(503), answered(401))
    await breaker.record(answered(200), request)
    await fail(breaker, IN_A_ROW)
    expect([probed.length, gaveUp]).toEqual([3, []])
    expect(breaker.whileOpen()).toBeUndefined()
  })

  test('after any response in between', async () => {
    const { breaker, probed } = breakerWith(reset)
    await breaker.record(answered(200), request)
    for (let i = 0; i < 20; i++) {
      await fail(breaker, IN_A_ROW - 1)
      await breaker.record(answered(404), request)
    }
    expect(probed).toEqual([])
  })

  test('when one that was under way gets a response meanwhile', async () => {
    const { breaker, probed, gaveUp } = breakerWith(reset)
    await breaker.record(answered(200), request)
    const last = fail(breaker, IN_A_ROW)
    while (!breaker.whileOpen()) await Promise.resolve()
    await breaker.record(answered(200), request)
    await last
    expect([probed.length, gaveUp]).toEqual([0, []])
  })

  test('when nothing ever succeeded, when no probe may be sent, and when the run is stopped', async () => {
    const never = breakerWith(reset)
    await never.breaker.record(answered(401), request)
    await fail(never.breaker, 3 * IN_A_ROW)
    expect([never.probed.length, never.gaveUp]).toEqual([0, []])
    const spent = breakerWith(undefined)
    await spent.breaker.record(answered(200), request)
    await fail(spent.breaker, IN_A_ROW)
    expect([spent.probed.length, spent.gaveUp]).toEqual([1, []])
  })
})
