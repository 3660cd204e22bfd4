import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { targetsFrom } from '../../config/read-settings.ts'
import { loadCatalog } from '../../core/catalog.ts'
import { median } from '../../core/median.ts'
import type { Variant } from '../../core/rule.ts'
import { testTarget } from '../../engine/test-target.ts'
import { settingsFor } from '../selfcheck/try-against.ts'
import { CONCURRENCY, concurrently } from './concurrently.ts'
import { serve } from './serve.ts'
import type { LoggedRequest } from './server-behaviours.ts'

const SAMPLES = 5
const CHOICE = { rules: [], depth: 'standard', seed: 1 } as const

/**
 * What the suite costs besides sending: generating, judging, comparing. A ratio of processor times of the sending thread, which
 * other processes do not affect, each measured in a process that nothing else has warmed up.
 */
export async function measure(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tenant-bench-'))
  const env = { ...process.env, BENCH_LOG: join(folder, 'log.json') }
  const time = (what: string) => Number(execFileSync(process.execPath, [import.meta.filename, what], { env }))
  const ratios = Array.from({ length: SAMPLES }, (_, i) => time(i % 2 === 0 ? 'a' : 'b') / time('undici'))
  rmSync(folder, { recursive: true })
  return [`${median(ratios).toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(', ')})`]
}

/** Milliseconds of processor time of this thread for a session, whose requests the server logs to the file BENCH_LOG. */
async function session(variant: Variant): Promise<number> {
  const catalog = await loadCatalog(variant)
  const server = await serve('log')
  const [target] = targetsFrom(server.env, [variant])
  const start = used()
  const test = await testTarget(settingsFor(CHOICE, [target!]), target!, { catalog })
  await Promise.all(catalog.rules.map(({ id }) => test.result(id)))
  const taken = used() - start
  await test.finish()
  await server.stop()
  return taken
}

/** The same for these requests, sent by plain undici. */
async function plain(): Promise<number> {
  const requests = JSON.parse(readFileSync(process.env.BENCH_LOG!, 'utf8'))
  const server = await serve()
  const start = used()
  await sendAgain(new URL(server.env.TENANT_A_BASE_URL!).origin, requests)
  const taken = used() - start
  await server.stop()
  return taken
}

function used(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

async function sendAgain(origin: string, requests: readonly LoggedRequest[]): Promise<void> {
  const pool = new Pool(origin, { connections: CONCURRENCY, pipelining: 1, allowH2: false })
  await concurrently(requests, async ({ method, path, headers }) => {
    const { body } = await pool.request({ method: method as 'GET', path, headers: [...headers] })
    await body.text()
  })
  await pool.close()
}

if (import.meta.main) {
  const what = process.argv[2] as Variant | 'undici'
  process.stdout.write(String(await (what === 'undici' ? plain() : session(what))))
}
