import { writeFileSync } from 'node:fs'
import type { ProcessorTime } from './cpu.ts'
import { type Bench, byTurns, type Figure, ratio, TIMES } from './figure.ts'
import { file, type Logged, runNode, runSuite, serve, span, temporary } from './processes.ts'

/** What the suite costs beside sending: judging, generating, comparing. */
export const bench: Bench = {
  name: 'overhead',
  what: 'from the first request of a standard run to its last, over the same requests sent by bare undici',
  async measure() {
    let seen: readonly Logged[] = []
    const suite = async () => {
      const server = await serve()
      await runSuite([], server.env)
      seen = await server.stop()
      return span(seen)
    }
    const bare = async () => {
      const server = await serve()
      const path = temporary()
      writeFileSync(path, JSON.stringify(seen))
      await runNode([file('src/proof/bench/bare.ts'), new URL(server.env.TENANT_A_BASE_URL!).origin, path])
      return span(await server.stop())
    }
    const { ones, others } = await byTurns(suite, bare)
    const requests = `${seen.length} requests; undici alone: ${Math.round(others[0]!)} ms`
    const wall = { bench: 'overhead', name: 'suite / bare undici', ...ratio(ones, others), atMost: 1.3, note: requests }
    return [wall, await processorTime()]
  },
}

/** The same of the one thread that sends: it does not matter what else the machine does. */
async function processorTime(): Promise<Figure> {
  const times: ProcessorTime[] = []
  for (let i = 0; i < TIMES; i++)
    times.push(JSON.parse((await runNode([file('src/proof/bench/cpu.ts'), i % 2 === 0 ? 'a' : 'b'])).stdout))
  const [suite, bare] = [times.map((one) => one.suite), times.map((one) => one.bare)]
  const note = `${Math.round(Math.min(...suite))} and ${Math.round(Math.min(...bare))} ms at best, of one variant`
  return { bench: 'overhead', name: 'processor time, likewise', ...ratio(suite, bare), note }
}
