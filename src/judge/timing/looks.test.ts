import { describe, expect, it } from 'vitest'
import type { Req } from '../../core/exchange.ts'
import type { Lap, Shot, Stopwatch } from '../../core/stopwatch.ts'
import { seeded } from '../uniformity/random.ts'
import { measure, type Round, WARM_UP } from './measure.ts'

const LABELS = ['unknown', 'unknown placebo', 'wrong-secret', 'revoked']
const ROUNDS: Round[] = [{ part: '', requests: LABELS.map((label) => ({ label, req: { path: label } as Req })) }]
/** Number of the request in its class and overall, from 0. */
type Answering = (label: string, n: number, sent: number) => Partial<Lap>

function measured(answering: Answering, most = 400) {
  const random = seeded(3)
  const counts = new Map<string, number>()
  let sent = 0
  const watch: Stopwatch = {
    load: (req) => req as unknown as Shot,
    reconnect: async () => undefined,
    close: async () => undefined,
    time: async (shot) => {
      const label = (shot as unknown as Req).path
      const n = counts.get(label) ?? 0
      counts.set(label, n + 1)
      return { us: 50 + 4 * random(), status: 401, fresh: false, ...answering(label, n, sent++) }
    },
  }
  return measure(ROUNDS, most, watch, random).then((all) => ({ ...all, blocks: all.samples.parts.length, sent }))
}
const random = seeded(7)
const later =
  (which: string, by: number, width = 4): Answering =>
  (label) => ({ us: 50 + width * random() + (label === which ? by : 0) })

describe('measuring ends', () => {
  it('once a difference is known precisely, checked after every 10% more blocks', async () => {
    const looks = [20]
    while (looks.at(-1)! < 400) looks.push(Math.ceil(looks.at(-1)! * 1.1))
    const { blocks, sent } = await measured(later('revoked', 500))
    expect(looks).toContain(blocks)
    expect(blocks).toBeLessThan(60)
    expect(sent).toBe((WARM_UP + blocks) * LABELS.length)
    const noisy = await measured(later('revoked', 100, 150))
    expect(looks).toContain(noisy.blocks)
    expect(noisy.blocks).toBeGreaterThan(blocks)
  })

  it('after all blocks without a difference', async () => {
    const { blocks, others, samples } = await measured(() => ({}), 70)
    expect([blocks, others, Object.keys(samples.times)]).toEqual([70, [], LABELS])
  })

  it('earlier if the placebos differ', async () => {
    const wide = 250
    const [one, other] = [
      await measured(later('unknown placebo', 150, wide)),
      await measured(later('revoked', 150, wide)),
    ]
    expect(one.blocks).toBeLessThan(other.blocks)
  })

  it('earlier if one class is slow occasionally, which no shift explains', async () => {
    const { blocks } = await measured((label, n) => (label === 'revoked' && n % 3 === 0 ? { us: 900 } : {}))
    expect(blocks).toBeLessThan(400)
  })
})

describe('nothing is measured', () => {
  it.each([423, 429, 500, 503])('after the transient status %i', async (status) =>
    expect(await measured((_, n) => (n === 25 ? { status } : {}))).toMatchObject({
      stopped: `status ${status} is transient and does not depend on the key`,
      blocks: 5,
    }),
  )

  it('for classes with another status, including in the warm-up', async () => {
    const { others, samples } = await measured(
      (label, n) => (label === 'revoked' || (label === 'wrong-secret' && n === 1) ? { status: 403 } : {}),
      30,
    )
    expect(others.toSorted()).toEqual(['revoked', 'wrong-secret'])
    expect(Object.keys(samples.times)).toEqual(['unknown', 'unknown placebo'])
  })

  it('if the connection is lost in four attempts, except before the first request of a block', async () => {
    const lost = await measured((_, _n, sent) => ({ fresh: sent % 4 === 2 }), 30)
    expect(lost).toMatchObject({
      stopped: '4 times, a series of requests was interrupted: the server closed the connection',
      sent: 16,
    })
    expect(
      await measured((_, _n, sent) => ({ problem: sent % 4 === 0 ? 'it was reset' : undefined }), 30),
    ).toMatchObject({
      stopped: '4 times, a series of requests was interrupted: it was reset',
    })
    expect(await measured((_, _n, sent) => ({ fresh: sent % 4 === 0 }), 30)).toMatchObject({ blocks: 30 })
    const thrice = await measured((_, _n, sent) => ({ fresh: sent < 12 && sent % 4 === 2 }), 30)
    expect(thrice).toMatchObject({ blocks: 30, others: [] })
    expect(thrice).not.toHaveProperty('stopped')
  })
})
