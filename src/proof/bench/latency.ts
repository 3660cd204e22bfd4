import { median } from '../../core/median.ts'
import type { Variant } from '../../core/rule.ts'
import { type Bench, type Figure, TIMES } from './figure.ts'
import { type Logged, runSuite, serve, span } from './processes.ts'

const LATENCY = 50
const CONCURRENCY = 16

/** Whether anything waits where 16 requests could be under way. */
export const bench: Bench = {
  name: 'latency',
  what: '50 ms added to each answer: wall time over (requests × 50 ms / 16)',
  async measure() {
    const ratios: Record<Variant | 'both', number[]> = { a: [], b: [], both: [] }
    for (let i = 0; i < TIMES; i++) {
      const server = await serve({ behaviours: ['log', 'slow'] })
      await runSuite(['--concurrency', String(CONCURRENCY)], server.env)
      const log = await server.stop()
      for (const variant of ['a', 'b'] as const) ratios[variant].push(ratioOf(log.filter((x) => x.variant === variant)))
      ratios.both.push(ratioOf(log))
    }
    return Object.entries(ratios).map(([of, samples]): Figure => {
      const note = of === 'both' ? 'each variant has 16 under way' : ''
      return {
        bench: 'latency',
        name: of === 'both' ? 'both together' : of,
        value: median(samples),
        samples,
        atMost: 1.25,
        note,
      }
    })
  },
}

const ratioOf = (log: readonly Logged[]): number => (span(log) + LATENCY) / ((log.length * LATENCY) / CONCURRENCY)
