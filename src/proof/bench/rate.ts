import type { Bench, Figure } from './figure.ts'
import { type Logged, runSuite, serve } from './processes.ts'

const RATE = 50
/** Milliseconds. */
const WINDOW = 5_000
const BURST = 100

/** Whether --rate is kept, and whether a run gives way to a target that slows down. */
export const bench: Bench = {
  name: 'rate',
  what: 'a run at --rate 50 as the server sees it; runs on servers that slow down, and that do not',
  async measure() {
    const server = await serve()
    await runSuite(['--variant', 'a', '--rate', String(RATE)], server.env)
    const times = (await server.stop()).map(({ at }) => at)
    const counts = fullWindows(times).map((count) => count / ((RATE * WINDOW) / 1000))
    const burst = Math.max(...times.map((at) => within(times, at, BURST)))
    const figure = (name: string, value: number, more: Partial<Figure>) => ({ bench: 'rate', name, value, ...more })
    return [
      figure('any 5 s over 250, at most', Math.max(...counts), { atMost: 1.02, note: `${times.length} requests` }),
      figure('any 5 s over 250, at least', Math.min(...counts), { atLeast: 0.98 }),
      figure('requests in any 100 ms', burst, { atMost: (RATE * BURST) / 1000 + 2 }),
      figure('slows down: lowest at a time', (await slowed('slowing')).lowest, { atMost: 8 }),
      figure('constant 50 ms: lowest at a time', (await slowed('slow')).lowest, { atLeast: 16 }),
      figure('5 to 100 ms: lowest at a time', (await slowed('jittery')).lowest, { atLeast: 16 }),
    ]
  },
}

const within = (times: readonly number[], from: number, ms: number) =>
  times.filter((at) => at >= from && at < from + ms).length

/** How many requests came in each window; not where the run begins and ends, and fewer are asked for. */
function fullWindows(times: readonly number[]): number[] {
  const [first, last] = [times[0]! + 2_000, times.at(-1)! - WINDOW - 2_000]
  return times.filter((at) => at >= first && at <= last).map((at) => within(times, at, WINDOW))
}

async function slowed(behaviour: string): Promise<{ lowest: number; log: readonly Logged[] }> {
  const server = await serve({ behaviours: ['log', behaviour] })
  const { targets } = await runSuite(['--variant', 'a'], server.env)
  const log = await server.stop()
  return { lowest: targets[0].slowed?.lowest ?? 16, log }
}
