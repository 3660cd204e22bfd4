import { isBroken } from '../../core/results.ts'
import { matrixOf } from '../selfcheck/matrix.ts'
import { catalogOf, tryAgainst } from '../selfcheck/try-against.ts'
import type { Bench, Metric } from './metric.ts'
import { runSuite, serve } from './processes.ts'

/** Tests every n-th fault: `BENCH_STEP=1` tests all. */
const STEP = Number(process.env.BENCH_STEP ?? 4)
const CONCURRENCY = 4
const LIMITS = { quick: 200, standard: 1500 } as const

export const bench: Bench = {
  what: 'requests of a run, and the share of faults that a run finds within --max-requests',
  async measure() {
    const metrics: Metric[] = []
    const server = await serve()
    for (const [depth, atMost] of Object.entries(LIMITS))
      for (const variant of ['a', 'b']) {
        const { requests } = await runSuite(['--variant', variant, '--depth', depth], server.env)
        metrics.push({ name: `${depth}, ${variant}`, value: requests, atMost })
      }
    await server.stop()
    for (const maxRequests of [50, 100, 200, LIMITS.standard]) {
      const found = await faultsFound(maxRequests)
      const value = found.filter(Boolean).length / found.length
      metrics.push({ name: `faults found within ${maxRequests} requests`, value, note: `of ${found.length}` })
    }
    return metrics
  },
}

async function faultsFound(maxRequests: number): Promise<boolean[]> {
  const rules = (await Promise.all([catalogOf('a'), catalogOf('b')])).flatMap((catalog) => catalog.rules)
  const entries = matrixOf(rules, 'fault').filter(({ timed }, i) => !timed && i % STEP === 0)
  const queue = entries.values()
  const found: boolean[] = []
  const work = async () => {
    for (const { rule, name, variant } of queue) {
      const behaviour = rules.find(({ id }) => id === rule)!.faults![name]!
      const run = { variant, behaviour, rules: [], depth: 'standard', seed: 1, maxRequests } as const
      found.push((await tryAgainst(run)).results.some(({ status }) => isBroken(status)))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return found
}
