import { describe, expect, test } from 'vitest'
import type { WireRequest } from '../core/exchange.ts'
import { type CircuitBreakerOptions, createCircuitBreaker, IN_A_ROW, type Outcome } from './circuit-breaker.ts'

const answered = (status: number, headers: [string, string][] = []): Outcome => ({
  response: { status, reason: '', headers, body: Buffer.alloc(0) },
})
const reset: Outcome = { problem: { kind: 'connection', message: 'read ECONNRESET' } }
const request: WireRequest = { method: 'GET', path: '/users', headers: [] }
const patience = { pauses: [0, 1], down: 20, busy: 60 }

/** A breaker that has seen a good answer; probes are answered in turn, the last one for ever. */
function breakerWith(...answers: (Outcome | undefined)[]) {
  const gaveUp: string[] = []
  const probed: unknown[] = []
  const probe: CircuitBreakerOptions['probe'] = async (sent) => {
    probed.push(sent)
    return answers[Math.min(probed.length, answers.length) - 1]
  }
  const { signal } = new AbortController()
  const breaker = createCircuitBreaker({ probe, giveUp: (why) => void gaveUp.push(why), signal, patience })
  return { breaker, probed, gaveUp }
}

const fail = async (breaker: ReturnType<typeof createCircuitBreaker>, times: number, how = reset) => {
  for (let i = 0; i < times; i++) await breaker.record(how, request)
}

describe('a deployment is given up', () => {
  test('when nothing is answered for long, and not before', async () => {
    const { breaker, probed, gaveUp } = breakerWith(reset)
    await breaker.record(answered(200), request)
    await fail(breaker, IN_A_ROW - 1)
    expect(probed).toEqual([])
    const begun = performance.now()
    await fail(breaker, 1)
    expect(performance.now() - begun).toBeGreaterThanOrEqual(patience.down - 1)
    expect(probed.length).toBeGreaterThanOrEqual(3)
    expect(gaveUp).toEqual([
      expect.stringMatching(/^the deployment stopped answering \(read ECONNRESET; .* \d+ more times\)$/),
    ])
  })

  test('when whoever stands before it answers 502, 503 or 504 alone', async () => {
    for (const status of [502, 503, 504]) {
      const { breaker, gaveUp } = breakerWith(answered(status))
      await breaker.record(answered(200), request)
      await fail(breaker, IN_A_ROW, answered(status))
      expect(gaveUp[0]).toContain(`answered nothing else any more (status ${status};`)
    }
  })

  test('later where it asks for patience', async () => {
    for (const busy of [answered(429), answered(503, [['Retry-After', '1']])]) {
      const { breaker, gaveUp } = breakerWith(busy)
      await breaker.record(answered(200), request)
      const begun = performance.now()
      await fail(breaker, IN_A_ROW, busy)
      expect(performance.now() - begun).toBeGreaterThanOrEqual(patience.busy - 1)
      expect(gaveUp).toHaveLength(1)
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

  test('when any answer comes in between', async () => {
    const { breaker, probed } = breakerWith(reset)
    await breaker.record(answered(200), request)
    for (let i = 0; i < 20; i++) {
      await fail(breaker, IN_A_ROW - 1)
      await breaker.record(answered(404), request)
    }
    expect(probed).toEqual([])
  })

  test('when one that was under way is answered meanwhile', async () => {
    const { breaker, probed, gaveUp } = breakerWith(reset)
    await breaker.record(answered(200), request)
    const last = fail(breaker, IN_A_ROW)
    while (!breaker.whileOpen()) await Promise.resolve()
    await breaker.record(answered(200), request)
    await last
    expect([probed.length, gaveUp]).toEqual([0, []])
  })

  test('when nothing was ever answered well, when no probe may be sent, and when the run is stopped', async () => {
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
