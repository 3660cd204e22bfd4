import { describe, expect, test } from 'vitest'
import type { Exchange, Response } from '../core/exchange.ts'
import { randomFrom } from '../core/random.ts'
import { good } from '../testing/client.ts'
import { createCongestion } from './congestion-control.ts'

const MOST = 16

/** Feeds times of answers; says what the limit came to after each window. */
function watching() {
  let limit = MOST
  const resize = (size: number) => {
    limit = size
  }
  const congestion = createCongestion(MOST, { resize })
  const limits: number[] = []
  const saw = (times: readonly number[], bytes = 2000) => {
    for (const ms of times) {
      congestion.saw({ req: good(), ms, response: { status: 200, bytes } as Response } as Exchange)
      if (limits.at(-1) !== limit) limits.push(limit)
    }
    return limit
  }
  return { saw, limits, slowed: congestion.slowed }
}

const times = (count: number, ms: (i: number) => number) => Array.from({ length: count }, (_, i) => ms(i))
/** From 0 up to 1, the same each time. */
const jitter = (i: number) => ((i * 7919) % 1009) / 1009

test('half as many while answers are slow, down to two of sixteen, and all again when they are not', () => {
  const { saw, limits, slowed } = watching()
  saw(times(100, () => 50))
  expect(saw(times(24 * 6, () => 400))).toBe(2)
  expect(saw(times(24 * 12, () => 50))).toBe(MOST)
  expect(limits).toEqual([16, 8, 4, 2, 3, 4, 5, 7, 9, 12, 15, 16])
  expect(slowed()).toEqual({ times: 3, lowest: 2, last: MOST })
})

test.each([
  ['constant', () => 50],
  ['anything between 20 and 400 ms', (i: number) => 20 + 380 * jitter(i)],
  ['one answer in four of two seconds', (i: number) => (i % 4 === 0 ? 2000 : 80)],
  ['slower by less than a tenth of a second', (i: number) => (i < 200 ? 2 : 80)],
] as const)('a target is left alone whose answers take %s', (_, ms) => {
  const { saw, slowed } = watching()
  saw(times(1000, ms))
  expect(slowed()).toBeUndefined()
})

test('large pages take their time from the first on: that is no slowing down', () => {
  const { saw, slowed } = watching()
  saw(times(200, () => 50))
  saw(
    times(200, () => 900),
    500_000,
  )
  expect(slowed()).toBeUndefined()
})

test('what stays slow becomes what is usual', () => {
  const { saw } = watching()
  saw(times(100, () => 50))
  saw(times(200, () => 300))
  expect(saw(times(24 * 60, () => 300))).toBe(MOST)
})

/** Milliseconds that an answer takes: by its number, what is under way with it, chance and the time. */
type Target = (n: number, underWay: number, random: () => number, now: number) => number

const KINDS = 6

/** A run against such a target: what is answered while this machine stands still is seen afterwards. */
function simulated(target: Target, seed: number, seenAt = (answeredAt: number) => answeredAt) {
  const random = randomFrom(seed)
  let limit = MOST
  const resize = (size: number) => {
    limit = size
  }
  const congestion = createCongestion(MOST, { resize })
  const underWay: { begun: number; seen: number; kind: number }[] = []
  let now = 0
  for (let n = 0, seen = 0; seen < 1200; seen++) {
    for (; underWay.length < limit && n < 1200; n++) {
      const answeredAt = now + target(n, underWay.length + 1, random, now)
      underWay.push({ begun: now, seen: seenAt(answeredAt), kind: Math.floor(random() * KINDS) })
    }
    underWay.sort((a, b) => a.seen - b.seen)
    const next = underWay.shift()!
    now = next.seen
    const req = { ...good(), endpoint: `/${next.kind}` }
    congestion.saw({ req, ms: now - next.begun, response: { status: 200, bytes: 2000 } as Response })
  }
  return congestion.slowed()
}

const SEEDS = Array.from({ length: 20 }, (_, i) => i + 1)
const slowedIn = (target: () => Target, seenAt?: (answeredAt: number) => number) =>
  SEEDS.filter((seed) => simulated(target(), seed, seenAt) !== undefined).length

/** So many answers at a time, the others wait in line. */
function queue(workers: number, ms: number): Target {
  const free = Array.from({ length: workers }, () => 0)
  return (_n, _underWay, _random, now) => {
    const first = free.indexOf(Math.min(...free))
    free[first] = Math.max(now, free[first]!) + ms
    return free[first]! - now
  }
}

describe('in simulated runs, each with twenty seeds', () => {
  const healthy: readonly [string, Target][] = [
    ['50 ms', () => 50],
    ['50 ms, half as much more or less', (_n, _underWay, random) => 25 + 50 * random()],
    ['20 to 400 ms', (_n, _underWay, random) => 20 + 380 * random()],
    ['300 ms, half as much more or less', (_n, _underWay, random) => 150 + 300 * random()],
    ['80 ms, and one in four of two seconds', (_n, _underWay, random) => (random() < 0.25 ? 2000 : 80)],
  ]
  test.each(healthy)('no target is slowed down for that takes %s', (_, target) => {
    expect(slowedIn(() => target)).toBe(0)
  })

  test.each([
    [100, 200],
    [200, 300],
    [400, 900],
  ])('nor where this machine stands still for %i of %i ms', (standstill, period) => {
    const seenAt = (at: number) => at + Math.max(0, standstill - (at % period))
    expect(slowedIn(() => () => 50, seenAt)).toBe(0)
  })

  const crowded: readonly [string, () => Target][] = [
    ['answers four at a time', () => queue(4, 50)],
    ['answers one at a time', () => queue(1, 20)],
    ['takes longer the more is under way', () => (_n, underWay) => 50 * Math.max(1, underWay / 4)],
    ['takes ten times as long after a while', () => (n) => (n < 300 ? 30 : 300)],
  ]
  test.each(crowded)('every target is that %s, or nearly', (_, target) => {
    expect(slowedIn(target)).toBeGreaterThanOrEqual(17)
  })
})
