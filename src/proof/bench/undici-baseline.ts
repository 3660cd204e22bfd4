import { readFileSync } from 'node:fs'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { Pool } from 'undici'
import type { LoggedRequest } from './processes.ts'

const CONCURRENCY = 16

/** Sends logged requests again with plain undici. */
export async function sendAgain(origin: string, requests: readonly LoggedRequest[], concurrency = CONCURRENCY) {
  const pool = new Pool(origin, { connections: concurrency, pipelining: 1, allowH2: false })
  let next = 0
  const work = async () => {
    while (next < requests.length) {
      const { method, path, headers } = requests[next++]!
      const { body } = await pool.request({ method: method as 'GET', path, headers: [...headers] })
      await body.text()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  await pool.close()
}

// As a process: ORIGIN FILE [CONCURRENCY], one thread per variant, as in a run.
if (import.meta.main && isMainThread) {
  const [origin = '', path = '', concurrency = CONCURRENCY] = process.argv.slice(2)
  const all = JSON.parse(readFileSync(path, 'utf8')) as LoggedRequest[]
  for (const requests of Map.groupBy(all, ({ variant }) => variant).values())
    new Worker(import.meta.filename, { workerData: [origin, requests, Number(concurrency)] })
} else if (Array.isArray(workerData)) {
  await sendAgain(...(workerData as Parameters<typeof sendAgain>))
}
