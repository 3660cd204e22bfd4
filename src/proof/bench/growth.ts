import { median } from '../../core/median.ts'
import type { Bench } from './metric.ts'
import { runSuite, serve } from './processes.ts'

const LENGTHS = [1_000, 100_000, 1_000_000, 10_000_000]
const SAMPLES = 3

export const bench: Bench = {
  what: 'requests and peak memory of runs on variant A, from 1,000 to 10,000,000 users',
  async measure() {
    const quick = await measured('quick', LENGTHS)
    const standard = await measured('standard', LENGTHS)
    // An exhaustive run pages through the list several times: for ten million users that takes an hour.
    const exhaustive = await measured('exhaustive', LENGTHS.slice(0, -1), ['--rule', 'a.users.id-ascending'])
    return [...quick, ...standard, exhaustive[1]!]
  },
}

async function measured(depth: string, lengths: readonly number[], args: readonly string[] = []) {
  const runs = await runsOn(lengths, ['--depth', depth, ...args])
  const [requests, peaks] = (['requests', 'peak'] as const).map((what) =>
    runs.map((samples) => median(samples.map((run) => run[what]))),
  ) as [number[], number[]]
  const note = lengths.map((length, i) => `${length}: ${requests[i]} requests, ${peaks[i]} MB`).join('; ')
  const growth = (values: readonly number[]) => Math.max(...values) / Math.min(...values)
  return [
    { name: `${depth}: requests`, value: growth(requests), atMost: 1.1, note },
    { name: `${depth}: peak memory`, value: growth(peaks), atMost: 1.2, note },
  ]
}

/** Alternates the lengths, so that load on the machine affects all alike. */
async function runsOn(lengths: readonly number[], args: readonly string[]) {
  const runs = lengths.map((users) => ({ users, samples: [] as { requests: number; peak: number }[] }))
  for (let i = 0; i < SAMPLES; i++)
    for (const { users, samples } of runs) {
      const server = await serve({ users })
      samples.push(await runSuite(['--variant', 'a', ...args], server.env))
      await server.stop()
    }
  return runs.map(({ samples }) => samples)
}
