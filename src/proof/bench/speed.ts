import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { median } from '../../core/median.ts'
import { root } from '../../core/package.ts'
import type { Report } from '../../core/results.ts'
import { pack } from '../../testing/package.ts'
import { CONCURRENCY } from './concurrently.ts'
import { measure as overhead } from './overhead.ts'
import { serve } from './serve.ts'

/** The saved results, which `help cost` quotes: rows of what, figure, goal. */
export const SPEED = join(root, 'fixtures/speed.json')

const LATENCY_MS = 50

/** The command as it is published, which needs no time to strip types. */
let bin: string

/** Measures start-up, runs, memory and the bundled server, each as the median of several; saves the table in `SPEED`. Takes three minutes. */
export async function measure(): Promise<string[]> {
  const packed = await pack()
  bin = packed.bin
  const rows = [
    ['processor time, as a multiple of plain undici', (await overhead())[0]!, '1.3'],
    ['start to first request, as a multiple of an empty Node', await startUp(), '10'],
    ...(await demo()),
    ...(await withLatency()),
    ...(await memory()),
    ['responses of the bundled server a second', await responsesPerSecond(), '25,000'],
  ]
  await packed.remove()
  writeFileSync(SPEED, `${JSON.stringify(rows, null, 2)}\n`)
  return rows.map((row) => row.join(' | '))
}

type Row = [what: string, figure: string, goal: string]

interface Measured {
  readonly seconds: number
  /** Peak memory. */
  readonly megabytes: number
  readonly requests: number
}

/** Runs the command as its shell script does, to its end. */
async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Measured> {
  const out = mkdtempSync(join(tmpdir(), 'tenant-bench-'))
  const start = performance.now()
  const all = ['--max-semi-space-size=8', '--', bin, 'run', ...args, '--seed', '1', '--out', out]
  const child = spawn(process.execPath, all, { cwd: out, env: { PATH: process.env.PATH, ...env }, stdio: 'ignore' })
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid!))
  }, 20)
  await once(child, 'exit')
  clearInterval(timer)
  const seconds = (performance.now() - start) / 1000
  const { targets } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report
  if (!targets.every(({ verdict }) => verdict === 'conformant')) throw new Error('a run did not conform')
  rmSync(out, { recursive: true })
  return { seconds, megabytes: peak / 1024, requests: targets.reduce((sum, { requests }) => sum + requests, 0) }
}

/** Kilobytes, or 0 once the process has ended. */
function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

async function times(count: number, once: () => Promise<number>): Promise<number> {
  const all: number[] = []
  for (let i = 0; i < count; i++) all.push(await once())
  return median(all)
}

async function startUp(): Promise<string> {
  const first = Promise.withResolvers<void>()
  let arrived = () => first.resolve()
  const server = createServer((_, response) => {
    arrived()
    response.writeHead(401).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const key = `tenant_${'0'.repeat(16)}_${'0'.repeat(64)}`
  const env = { PATH: process.env.PATH, TENANT_A_BASE_URL: `http://127.0.0.1:${port}`, TENANT_A_KEY: key }
  const ms = await times(7, async () => {
    const start = performance.now()
    const args = ['--max-semi-space-size=8', '--', bin, 'run']
    const child = spawn(process.execPath, args, { cwd: tmpdir(), env, stdio: 'ignore' })
    await new Promise<void>((resolve) => {
      arrived = resolve
    })
    const taken = performance.now() - start
    child.kill('SIGKILL')
    await once(child, 'exit')
    return taken
  })
  server.close()
  server.closeAllConnections()
  const empty = await times(7, async () => {
    const start = performance.now()
    execFileSync(process.execPath, ['-e', '0'])
    return performance.now() - start
  })
  return `${(ms / empty).toFixed(1)} (${Math.round(ms)} ms)`
}

async function demo(): Promise<Row[]> {
  const seconds = (...more: string[]) => times(3, async () => (await run(['--demo', ...more])).seconds)
  return [
    ['seconds of a standard run of both variants', (await seconds()).toFixed(1), '5'],
    ['the same without timing', (await seconds('--no-timing')).toFixed(1), '2'],
  ]
}

/** As a multiple of requests x latency / concurrency. */
async function withLatency(): Promise<Row[]> {
  const server = await serve('slow')
  const rows: Row[] = []
  for (const variant of ['a', 'b'])
    for (const [what, options, goal] of [
      [', without timing', ['--no-timing'], '1.15'],
      ['', [], '1.5'],
    ] as const) {
      const args = ['--variant', variant, '--concurrency', String(CONCURRENCY), '--rate', '100000', ...options]
      const { seconds, requests } = await run(args, server.env)
      const bound = (requests * LATENCY_MS) / CONCURRENCY / 1000
      rows.push([
        `variant ${variant.toUpperCase()} at ${LATENCY_MS} ms of latency, as a multiple of the bound${what}`,
        (seconds / bound).toFixed(2),
        goal,
      ])
    }
  await server.stop()
  return rows
}

async function memory(): Promise<Row[]> {
  const peak = async (...args: string[]) => `${Math.round((await run(['--demo', ...args])).megabytes)}`
  const listed = async (users: number) => {
    const server = await serve(undefined, ['--users', String(users)])
    const { megabytes } = await run(['--variant', 'a', '--no-timing'], server.env)
    await server.stop()
    return Math.round(megabytes)
  }
  return [
    ['peak memory in MB at quick depth', await peak('--depth', 'quick'), '150'],
    ['peak memory in MB at standard depth', await peak(), '200'],
    ['the same with 10^3 and 10^7 users', `${await listed(1e3)} and ${await listed(1e7)}`, 'flat'],
  ]
}

async function responsesPerSecond(): Promise<string> {
  const server = await serve()
  const pool = new Pool(new URL(server.env.TENANT_A_BASE_URL!).origin, { connections: 64, pipelining: 1 })
  const headers = { 'x-api-key': server.env.TENANT_A_KEY! }
  const SAMPLE = 20_000
  let left = SAMPLE * 2
  const work = async (until: number) => {
    while (left-- > until)
      await (await pool.request({ method: 'GET', path: '/a/api/public/v1/users?per_page=1', headers })).body.dump()
  }
  await Promise.all(Array.from({ length: 64 }, () => work(SAMPLE)))
  left = SAMPLE
  const start = performance.now()
  await Promise.all(Array.from({ length: 64 }, () => work(0)))
  const seconds = (performance.now() - start) / 1000
  await pool.close()
  await server.stop()
  return Math.round(SAMPLE / seconds).toLocaleString('en')
}
