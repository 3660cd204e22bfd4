import { median } from '../../core/median.ts'
import type { Bench, Figure } from './figure.ts'
import { runSuite, serve } from './processes.ts'

const LENGTHS = [1_000, 100_000, 1_000_000, 10_000_000]
const TIMES = 3

/** What a run costs on a list of users of any length. */
export const bench: Bench = {
  name: 'growth',
  what: 'requests and memory of runs on A with 1,000 to 10,000,000 users',
  async measure() {
    const figures: Figure[] = []
    for (const depth of ['quick', 'standard', 'exhaustive'] as const) {
      // At exhaustive depth a run walks the whole list several times: of ten million that is an hour.
      const lengths = depth === 'exhaustive' ? LENGTHS.slice(0, -1) : LENGTHS
      const rules = depth === 'exhaustive' ? ['--rule', 'a.users.id-ascending'] : []
      const runs = await runsOn(lengths, ['--depth', depth, ...rules], TIMES)
      const per = (what: 'requests' | 'peak') => runs.map((runs) => median(runs.map((run) => run[what])))
      const note = lengths
        .map((length, i) => `${length}: ${per('requests')[i]} requests, ${per('peak')[i]} MB`)
        .join('; ')
      const growth = (values: readonly number[]) => Math.max(...values) / Math.min(...values)
      if (depth !== 'exhaustive')
        figures.push({ bench: 'growth', name: `${depth}: requests`, value: growth(per('requests')), atMost: 1.1, note })
      figures.push({ bench: 'growth', name: `${depth}: peak memory`, value: growth(per('peak')), atMost: 1.2, note })
    }
    return figures
  },
}

interface Run {
  readonly requests: number
  /** Megabytes. */
  readonly peak: number
}

/** By turns, so that what else the machine does meets all lengths alike. */
async function runsOn(lengths: readonly number[], args: readonly string[], times: number): Promise<Run[][]> {
  const runs: Run[][] = lengths.map(() => [])
  for (let i = 0; i < times; i++)
    for (const [k, users] of lengths.entries()) {
      const server = await serve({ users })
      const { requests, peak } = await runSuite(['--variant', 'a', ...args], server.env)
      await server.stop()
      runs[k]!.push({ requests, peak })
    }
  return runs
}
