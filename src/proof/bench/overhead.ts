import { writeFileSync } from 'node:fs'
import { targetsFrom } from '../../config/read-settings.ts'
import { loadCatalog } from '../../core/catalog.ts'
import type { Variant } from '../../core/rule.ts'
import type { Settings } from '../../core/settings.ts'
import { startSession } from '../../engine/session/session.ts'
import { type Bench, type Metric, measureRatio, ratioOf, SAMPLES } from './metric.ts'
import { durationOf, file, type LoggedRequest, runNode, runSuite, serve, temporary } from './processes.ts'
import { sendAgain } from './undici-baseline.ts'

/** What the suite costs besides sending: generating, judging, comparing. */
export const bench: Bench = {
  what: 'a standard run from its first request to its last, over the same requests sent by plain undici',
  async measure() {
    let log: readonly LoggedRequest[] = []
    const suite = async () => {
      const server = await serve()
      await runSuite([], server.env)
      log = await server.stop()
      return durationOf(log)
    }
    const { pairs, ...ratio } = await measureRatio(suite, () => undiciTime(log))
    const note = `${log.length} requests; undici alone: ${Math.round(pairs[0]![1])} ms`
    return [{ name: 'suite / plain undici', ...ratio, atMost: 1.3, note }, await processorTimeRatio()]
  },
}

/** Milliseconds that plain undici takes for logged requests, in a process of its own. */
export async function undiciTime(log: readonly LoggedRequest[], concurrency = 16, users?: number): Promise<number> {
  const server = await serve({ users })
  const path = temporary()
  writeFileSync(path, JSON.stringify(log))
  const { origin } = new URL(server.env.TENANT_A_BASE_URL!)
  await runNode([file('src/proof/bench/undici-baseline.ts'), origin, path, String(concurrency)])
  return durationOf(await server.stop())
}

/** The same ratio in processor time of the sending thread, which other processes do not affect. */
async function processorTimeRatio(): Promise<Metric> {
  const pairs: [number, number][] = []
  for (let i = 0; i < SAMPLES; i++)
    pairs.push(JSON.parse((await runNode([import.meta.filename, i % 2 === 0 ? 'a' : 'b'])).stdout))
  const [suite, undici] = [0, 1].map((side) => Math.round(Math.min(...pairs.map((pair) => pair[side]!))))
  return {
    name: 'the same in processor time',
    ...ratioOf(pairs),
    note: `at best ${suite} and ${undici} ms per variant`,
  }
}

const SETTINGS: Omit<Settings, 'targets'> = {
  ...{ rules: [], depth: 'standard' as const, seed: 1, strict: false, concurrency: 16, timeout: 60_000 },
  ...{ requireComplete: false, timing: false, out: '', reporters: [], record: 'failures' as const },
}

/** Milliseconds of processor time of this thread: for a session, and for its requests sent by plain undici. */
async function processorTimes(variant: Variant): Promise<[suite: number, undici: number]> {
  const catalog = await loadCatalog(variant)
  const server = await serve()
  const [target] = targetsFrom({ ...server.env }, [variant])
  const start = used()
  const session = startSession({ ...SETTINGS, targets: [target!] }, target!, catalog)
  await Promise.all(catalog.rules.map(({ id }) => session.result(id)))
  const suite = used() - start
  await session.close()
  const log = await server.stop()
  const other = await serve()
  const restart = used()
  await sendAgain(new URL(other.env.TENANT_A_BASE_URL!).origin, log)
  const undici = used() - restart
  await other.stop()
  return [suite, undici]
}

function used(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

// In a process of its own, which nothing else has warmed up.
if (import.meta.main) process.stdout.write(JSON.stringify(await processorTimes(process.argv[2] as Variant)))
