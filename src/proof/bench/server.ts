import { readFileSync } from 'node:fs'
import { median } from '../../core/median.ts'
import { type Bench, SAMPLES } from './metric.ts'
import { type LoggedRequest, serve } from './processes.ts'
import { sendAgain } from './undici-baseline.ts'

const WARM_UP = 5_000
const REQUESTS = 20_000
/** Microseconds per clock tick of /proc. */
const TICK = 10_000

/** Processor time, which other processes do not affect. */
export const bench: Bench = {
  what: 'processor time of the reference server for GET /users?per_page=25',
  async measure() {
    const server = await serve({ behaviours: [] })
    const { origin, pathname } = new URL(server.env.TENANT_A_BASE_URL!)
    const headers = ['X-Api-Key', server.env.TENANT_A_KEY!]
    const path = `${pathname}/api/public/v1/users?per_page=25`
    const request: LoggedRequest = { at: 0, sentAt: 0, variant: 'a', method: 'GET', path, headers }
    const load = (count: number) => sendAgain(origin, Array<LoggedRequest>(count).fill(request))
    await load(WARM_UP)
    const samples: number[] = []
    for (let i = 0; i < SAMPLES; i++) {
      const before = ticks(server.pid)
      await load(REQUESTS)
      samples.push(((ticks(server.pid) - before) * TICK) / REQUESTS)
    }
    // Without `log` there is no log to read.
    await server.stop().catch(() => undefined)
    const value = median(samples)
    const note = `${Math.round(1e6 / value)} requests per second on one core`
    // 15,000 per second.
    return [{ name: 'time per response', unit: 'µs', value, samples, atMost: 66, note }]
  },
}

/** utime and stime of a process, all threads. */
function ticks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return Number(fields[11]) + Number(fields[12])
}
