import { describe, expect, it } from 'vitest'
import type { Req } from '../../core/exchange.ts'
import type { Depth } from '../../core/rule.ts'
import type { Lap, Shot, Stopwatch } from '../../core/stopwatch.ts'
import { seeded } from '../uniformity/random.ts'
import { differencesOf } from './compare-classes.ts'
import { createBudget, type Instruments, LIMITS, measure, type Round } from './measure.ts'
import { screen } from './screen.ts'

const LABELS = ['unknown', 'unknown placebo', 'wrong-secret', 'revoked']
const ROUNDS: Round[] = [{ part: '', requests: LABELS.map((label) => ({ label, req: { path: label } as Req })) }]
/** Number of the request in its class and overall, from 0. */
type Answering = (label: string, n: number, sent: number) => Partial<Lap>

/** Instruments whose responses take 50 to 54 µs, or as the function says. */
function simulate(answering: Answering, depth: Depth = 'standard') {
  const random = seeded(3)
  const counts = new Map<string, number>()
  const seen = { sent: 0, connections: 0 }
  let clock = 0
  const openStopwatch = (): Stopwatch => {
    seen.connections++
    return {
      load: (req) => req as unknown as Shot,
      close: async () => undefined,
      time: async (shot) => {
        const label = (shot as unknown as Req).path
        const n = counts.get(label) ?? 0
        counts.set(label, n + 1)
        const lap = { us: 50 + 4 * random(), status: 401, fresh: false, ...answering(label, n, seen.sent++) }
        clock += (Number.isNaN(lap.us) ? 0 : lap.us) / 1000 / seen.connections
        return lap
      },
    }
  }
  const instruments: Instruments = { openStopwatch, budget: createBudget(depth, () => clock), random }
  return { instruments, seen, clock: () => clock }
}
async function measured(answering: Answering, depth?: Depth) {
  const { instruments, seen, clock } = simulate(answering, depth)
  const found = await measure(ROUNDS, instruments)
  return { ...found, blocks: found.samples.parts.length, ms: clock(), ...seen }
}
const random = seeded(7)
const later =
  (which: string, by: number, width = 4, least = 50): Answering =>
  (label) => ({ us: least + width * random() + (label === which ? by : 0) })

describe('measuring ends', () => {
  it('once a difference of 100 µs or more is known', async () => {
    expect((await measured(later('revoked', 500))).sent).toBeLessThan(50 * LABELS.length)
    const noisy = await measured(later('revoked', 200, 400))
    expect(noisy.blocks).toBeGreaterThan(30)
    expect(noisy.sent).toBeLessThan(LIMITS.standard.requests)
  })

  it('once a difference of 100 µs would have been detected', async () => {
    const { blocks, others, samples } = await measured(() => ({}))
    expect(blocks).toBeLessThan(40)
    expect([others, Object.keys(samples.times)]).toEqual([[], LABELS])
    expect((await measured(later('revoked', 30))).blocks).toBeLessThan(40)
  })

  it('after 1,000 requests at standard depth', async () => {
    const { sent } = await measured(later('revoked', 0, 10_000))
    expect(sent).toBe(LIMITS.standard.requests)
  })

  it('after 20 s, over up to eight connections at high latency', async () => {
    const { ms, connections, sent } = await measured(later('revoked', 0, 400_000, 300_000))
    expect(connections).toBe(8)
    expect(ms).toBeGreaterThan(LIMITS.standard.ms - 1000)
    expect(ms).toBeLessThan(LIMITS.standard.ms + 4 * 700 * LABELS.length)
    expect(sent).toBeLessThan(LIMITS.standard.requests)
  })

  it('if the placebos differ', async () => {
    expect((await measured(later('unknown placebo', 150, 100))).sent).toBeLessThan(500)
  })

  it.each([{ status: 429 }, { status: 503 }, { us: Number.NaN, problem: 'reset' }])(
    'if no response can be measured: %o',
    async (lap) => {
      const { stopped, sent } = await measured((_label, _n, sent) => (sent > 20 ? { status: 401, ...lap } : {}))
      expect(stopped).toMatch(/^4\d responses in a row could not be measured, the last because of: (status \d+|reset)$/)
      expect(sent).toBeLessThan(80)
    },
  )
})

it('spends the second half on the most suspicious pair: a class that is slow occasionally is found', async () => {
  const { samples, blocks } = await measured((label, n) => (label === 'revoked' && n % 3 === 0 ? { us: 900 } : {}))
  expect(blocks).toBeGreaterThan(LIMITS.standard.requests / LABELS.length)
  expect(differencesOf(samples)).toEqual([expect.objectContaining({ uneven: true })])
})

it('spends it in one stratum if the difference is there only', async () => {
  const rounds = ['/projects', '/rows'].map((part) => ({
    part,
    requests: LABELS.map((label) => ({ label, req: { path: `${part} ${label}` } as Req })),
  }))
  const { instruments } = simulate((path) => ({ us: 1200 * random() + (path === '/rows revoked' ? 300 : 0) }))
  const { parts } = (await measure(rounds, instruments)).samples
  expect(parts.filter((part) => part === '/rows').length).toBeGreaterThan(parts.length / 2 + 5)
})

describe('responses are left out', () => {
  it('if they are transient, reset, or on a new connection', async () => {
    const { samples, stopped, others } = await measured((_label, _n, sent) => {
      if (sent % 10 === 3) return { status: 429 }
      if (sent % 10 === 5) return { us: Number.NaN, status: undefined, problem: 'reset' }
      return { fresh: sent % 10 === 6 }
    })
    expect([stopped, others]).toEqual([undefined, []])
    const times = Object.values(samples.times).flat()
    const share = times.filter((us) => Number.isNaN(us)).length / times.length
    expect(share).toBeGreaterThan(0.2)
    expect(share).toBeLessThan(0.4)
  })

  it('except those on new connections if the server has no keep-alive', async () => {
    const { samples } = await measured(() => ({ fresh: true }))
    expect(Object.values(samples.times).flat().some(Number.isNaN)).toBe(false)
  })

  it('of classes with another status, including in the warm-up', async () => {
    const { others, samples } = await measured((label, n) =>
      label === 'revoked' || (label === 'wrong-secret' && n === 1) ? { status: 403 } : {},
    )
    expect(others.toSorted()).toEqual(['revoked', 'wrong-secret'])
    expect(Object.keys(samples.times)).toEqual(['unknown', 'unknown placebo'])
  })
})

describe('a screen', () => {
  const screened = async (answering: Answering) => {
    const { instruments, seen } = simulate(answering)
    return { found: await screen(ROUNDS, instruments), ...seen }
  }

  it('decides about a slow hash of known keys within 50 requests, on two connections', async () => {
    const { found, sent, connections } = await screened(later('wrong-secret', 413_000, 5_000))
    expect(found?.decided).toMatchObject({ labels: ['wrong-secret', 'unknown'], blocks: 24 })
    expect(Math.round(found!.decided!.estimate / 10_000)).toBe(41)
    expect([sent, connections]).toEqual([50, 2])
  })

  it.each<[string, Answering]>([
    ['the difference is below a millisecond', later('wrong-secret', 900)],
    ['one pair does not show it', (label, n) => ({ us: label === 'unknown' && n !== 9 ? 50 : 5_000 })],
    ['a status is not 401', (label, n) => ({ us: label === 'unknown' ? 50 : 5_000, status: n === 7 ? 429 : 401 })],
  ])('leaves it to the measurement if %s', async (_, answering) => {
    const { found, sent } = await screened(answering)
    expect(found).toBeUndefined()
    expect(sent).toBeLessThan(50)
  })
})
