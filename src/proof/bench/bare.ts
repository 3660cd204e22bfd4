import { readFileSync } from 'node:fs'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { Pool } from 'undici'
import type { Logged } from './processes.ts'

const CONCURRENCY = 16

/** Sends requests again by nothing but undici. */
export async function sendAgain(origin: string, requests: readonly Logged[], limit = CONCURRENCY): Promise<void> {
  const pool = new Pool(origin, { connections: limit, pipelining: 1, allowH2: false })
  let next = 0
  const work = async () => {
    while (next < requests.length) {
      const { method, path, headers } = requests[next++]!
      const { body } = await pool.request({ method: method as 'GET', path, headers: [...headers] })
      await body.text()
    }
  }
  await Promise.all(Array.from({ length: limit }, work))
  await pool.close()
}

// Each variant in a thread of its own, as a run does.
if (import.meta.main && isMainThread) {
  const [origin = '', path = '', limit = CONCURRENCY] = process.argv.slice(2)
  const all = JSON.parse(readFileSync(path, 'utf8')) as Logged[]
  for (const requests of Map.groupBy(all, ({ variant }) => variant).values())
    new Worker(import.meta.filename, { workerData: { origin, requests, limit: Number(limit) } })
} else if (workerData?.requests) {
  const { origin, requests, limit } = workerData as { origin: string; requests: Logged[]; limit: number }
  await sendAgain(origin, requests, limit)
}
