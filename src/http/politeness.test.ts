import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Attempt } from './attempt.ts'
import { createQueue } from './queue.ts'
import { createRateLimiter } from './rate-limiter.ts'
import { retryPolicy } from './retry.ts'

const never = new AbortController().signal
const tick = () => new Promise(setImmediate)

describe('slots', () => {
  test('serve in order, never more than their number at a time, and come back after a failure', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat({ max: 4 })), async (size, works) => {
        const slots = createQueue(size)
        const started: number[] = []
        let busy = 0
        let most = 0
        const work = (ticks: number, i: number) => async () => {
          started.push(i)
          most = Math.max(most, ++busy)
          for (let t = 0; t < ticks; t++) await tick()
          busy--
          if (ticks === 2) throw new Error('failed')
        }
        await Promise.allSettled(works.map((ticks, i) => slots.run(work(ticks, i))))
        expect(started).toEqual(works.map((_, i) => i))
        expect(most).toBeLessThanOrEqual(size)
        expect(busy).toBe(0)
      }),
    )
  })
})

describe('pacer', () => {
  test('keeps the distance of the rate', async () => {
    const pacer = createRateLimiter(50)
    const times: number[] = []
    await Promise.all(Array.from({ length: 6 }, () => pacer.turn(never).then(() => times.push(performance.now()))))
    expect(times.at(-1)! - times[0]!).toBeGreaterThan(80)
  })

  test('does not save up turns for a burst', async () => {
    const pacer = createRateLimiter(100)
    await pacer.turn(never)
    await new Promise((resolve) => setTimeout(resolve, 100))
    const times: number[] = []
    await Promise.all(Array.from({ length: 4 }, () => pacer.turn(never).then(() => times.push(performance.now()))))
    expect(times.at(-1)! - times[0]!).toBeGreaterThan(24)
  })

  test('gives turns in order, and none during a pause', async () => {
    const pacer = createRateLimiter()
    const start = performance.now()
    pacer.pause(60)
    pacer.pause(10)
    const order: number[] = []
    await Promise.all([1, 2, 3].map((i) => pacer.turn(never).then(() => order.push(i))))
    expect(order).toEqual([1, 2, 3])
    expect(performance.now() - start).toBeGreaterThan(59)
  })

  test('ends with the reason of the signal, waiting or not', async () => {
    const pacer = createRateLimiter(0.001)
    const stop = new AbortController()
    await pacer.turn(stop.signal)
    const waiting = [pacer.turn(stop.signal), pacer.turn(stop.signal)]
    stop.abort(new Error('enough'))
    for (const turn of [...waiting, pacer.turn(stop.signal)]) await expect(turn).rejects.toThrow('enough')
  })
})

describe('retries', () => {
  const problem = (kind: 'timeout' | 'connection' | 'protocol', transient: boolean): Attempt => ({
    sentAt: 0,
    ms: 0,
    problem: { kind, message: '' },
    transient,
  })
  const answer = (status: number, retryAfter?: string): Attempt => ({
    sentAt: 0,
    ms: 0,
    response: { status, reason: '', headers: retryAfter ? [['Retry-After', retryAfter]] : [], body: Buffer.alloc(0) },
  })
  const half = () => 0.5

  test('back off, twice as long each time', () => {
    const pauseAfter = retryPolicy(4, half)
    const pauses = Array.from({ length: 5 }, () => pauseAfter(answer(503)))
    expect(pauses.map((pause) => pause?.ms)).toEqual([50, 100, 200, 400, undefined])
    expect(pauses[0]).toEqual({ ms: 50, everyone: false })
  })

  test('wait as long as Retry-After says, up to ten seconds', () => {
    expect(retryPolicy(4, half)(answer(429))).toEqual({ ms: 50, everyone: true })
    expect(retryPolicy(4, half)(answer(429, '2'))).toEqual({ ms: 2000, everyone: true })
    expect(retryPolicy(4, half)(answer(503, '3'))).toEqual({ ms: 3000, everyone: false })
    expect(retryPolicy(4, half)(answer(429, '30'))).toEqual({ ms: 10_000, everyone: true })
    expect(retryPolicy(4, half)(answer(429, '86400'))).toBeUndefined()
    expect(retryPolicy(4, half)(answer(429, '-5'))).toMatchObject({ ms: 50 })
    expect(retryPolicy(4, half)(answer(429, 'soon'))).toMatchObject({ ms: 50 })
    const inFive = retryPolicy(4, half)(answer(429, new Date(Date.now() + 5000).toUTCString()))!.ms
    expect(inFive).toBeGreaterThan(3000)
    expect(inFive).toBeLessThanOrEqual(5000)
  })

  test('are for what may pass', () => {
    expect(retryPolicy()(problem('connection', true))).toBeDefined()
    expect(retryPolicy()(problem('protocol', false))).toBeUndefined()
    expect(retryPolicy()(answer(200))).toBeUndefined()
    expect(retryPolicy()(answer(500))).toBeUndefined()
    expect(retryPolicy(0)(answer(503))).toBeUndefined()
  })

  test('follow one deadline only', () => {
    const pauseAfter = retryPolicy()
    expect(pauseAfter(problem('timeout', true))).toBeDefined()
    expect(pauseAfter(answer(503))).toBeDefined()
    expect(pauseAfter(problem('timeout', true))).toBeUndefined()
  })
})
