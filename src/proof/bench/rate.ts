import type { Bench } from './metric.ts'
import { runSuite, serve } from './processes.ts'

const RATE = 50
const WINDOW_MS = 5_000
const BURST_MS = 100
const MARGIN_MS = 2_000

export const bench: Bench = {
  what: 'how precisely a run keeps --rate 50, as the server sees it',
  async measure() {
    const server = await serve()
    await runSuite(['--variant', 'a', '--rate', String(RATE)], server.env)
    const times = (await server.stop()).map(({ at }) => at)
    const within = (from: number, ms: number) => times.filter((at) => at >= from && at < from + ms).length
    // Without the start and the end of the run, which send less.
    const [first, last] = [times[0]! + MARGIN_MS, times.at(-1)! - WINDOW_MS - MARGIN_MS]
    const starts = times.filter((at) => at >= first && at <= last)
    const shares = starts.map((at) => within(at, WINDOW_MS) / ((RATE * WINDOW_MS) / 1000))
    const burst = Math.max(...times.map((at) => within(at, BURST_MS)))
    const note = `${times.length} requests`
    return [
      { name: 'most requests in 5 s / 250', value: Math.max(...shares), atMost: 1.02, note },
      { name: 'fewest requests in 5 s / 250', value: Math.min(...shares), atLeast: 0.98 },
      { name: 'most requests in 100 ms', value: burst, atMost: (RATE * BURST_MS) / 1000 + 2 },
    ]
  },
}
