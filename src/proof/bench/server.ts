import { readFileSync } from 'node:fs'
import { median } from '../../core/median.ts'
import { sendAgain } from './bare.ts'
import { type Bench, TIMES } from './figure.ts'
import { type Logged, serve } from './processes.ts'

const WARM_UP = 5_000
const REQUESTS = 20_000
/** Microseconds for each clock tick of /proc. */
const TICK = 10_000

/** What an answer costs the reference server: processor time, so that it does not matter what else runs. */
export const bench: Bench = {
  name: 'server',
  what: 'processor time of the reference server for GET /users?per_page=25',
  async measure() {
    const server = await serve({ behaviours: [] })
    const { origin, pathname } = new URL(server.env.TENANT_A_BASE_URL!)
    const headers = ['X-Api-Key', server.env.TENANT_A_KEY!]
    const request = { method: 'GET', path: `${pathname}/api/public/v1/users?per_page=25`, headers } as unknown as Logged
    const load = (count: number) =>
      sendAgain(
        origin,
        Array.from({ length: count }, () => request),
      )
    await load(WARM_UP)
    const samples: number[] = []
    for (let i = 0; i < TIMES; i++) {
      const before = ticks(server.pid)
      await load(REQUESTS)
      samples.push(((ticks(server.pid) - before) * TICK) / REQUESTS)
    }
    server.stop().catch(() => undefined)
    const value = median(samples)
    const note = `${Math.round(1e6 / value)} requests a second on one core`
    // 15,000 a second.
    return [{ bench: 'server', name: 'time of an answer', unit: 'µs', value, samples, atMost: 66, note }]
  },
}

/** utime and stime of a process, all threads. */
function ticks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return Number(fields[11]) + Number(fields[12])
}
