import { median } from '../../core/median.ts'
import { type Bench, SAMPLES } from './metric.ts'
import { durationOf, type LoggedRequest, runSuite, serve } from './processes.ts'

const LATENCY_MS = 50
const CONCURRENCY = 16

/** Whether requests wait although fewer than 16 are in flight. */
export const bench: Bench = {
  what: 'wall time over (requests × 50 ms / 16) with 50 ms added to each response',
  async measure() {
    const ratios: Record<string, number[]> = { a: [], b: [], 'both, 16 requests each': [] }
    for (let i = 0; i < SAMPLES; i++) {
      const server = await serve({ behaviours: ['log', 'slow'] })
      await runSuite(['--concurrency', String(CONCURRENCY)], server.env)
      const log = await server.stop()
      for (const [name, samples] of Object.entries(ratios))
        samples.push(ratioToIdeal(log.filter(({ variant }) => variant === name || name.startsWith('both'))))
    }
    return Object.entries(ratios).map(([name, samples]) => ({ name, value: median(samples), samples, atMost: 1.25 }))
  },
}

const ratioToIdeal = (log: readonly LoggedRequest[]): number =>
  (durationOf(log) + LATENCY_MS) / ((log.length * LATENCY_MS) / CONCURRENCY)
