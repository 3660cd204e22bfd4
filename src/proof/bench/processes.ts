import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'dotenv'
import { home } from '../../core/catalog.ts'

/** A request as the server saw it. */
export interface Logged {
  /** Milliseconds. */
  readonly at: number
  /** Milliseconds since the epoch. */
  readonly sentAt: number
  readonly variant: string
  readonly method: string
  readonly path: string
  readonly headers: readonly string[]
}

export interface Served {
  readonly env: Readonly<Record<string, string>>
  readonly pid: number
  /** Ends it, and gives what it saw. */
  stop(): Promise<readonly Logged[]>
}

export interface Serving {
  /** Names of `behaviours.ts`. */
  readonly behaviours?: readonly string[]
  readonly users?: number
  /** Decisions of other modules: `MODULE#PATH`. */
  readonly besides?: readonly string[]
}

const READY = '# ready'
export const file = (path: string): string => join(home, path)
const folder = mkdtempSync(join(tmpdir(), 'tenant-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
let files = 0
export const temporary = (): string => join(folder, String(files++))

/** A reference server in a process of its own; its keys are the same each time. */
export async function serve({ behaviours = ['log'], users, besides = [] }: Serving = {}): Promise<Served> {
  const log = temporary()
  const own = behaviours.map((name) => `${file('src/proof/bench/behaviours.ts')}#${name}`)
  const args = [...own, ...besides].flatMap((spec) => ['--behaviour', spec])
  if (users !== undefined) args.push('--users', String(users))
  const child = node([file('reference-server/serve.ts'), ...args], { BENCH_LOG: log })
  const { promise, resolve } = Promise.withResolvers<string>()
  let printed = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    printed += text
    if (printed.includes(READY)) resolve(printed)
  })
  return {
    env: parse(await promise),
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      return JSON.parse(readFileSync(log, 'utf8')) as Logged[]
    },
  }
}

export interface Ended {
  readonly stdout: string
  readonly code: number
  /** Milliseconds. */
  readonly ms: number
}

/** A node process, run to its end. */
export async function runNode(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const begun = performance.now()
  const child = node(args, env)
  let stdout = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  const [code] = (await once(child, 'exit')) as [number]
  return { stdout, code, ms: performance.now() - begun }
}

/** What a run is told of a server: its control module is left out. */
export function withoutControl({ TENANT_REFERENCE_CONTROL: _, ...settings }: Served['env']): Served['env'] {
  return settings
}

/** `tenant-conformance run`, without measuring of time; what it came to, and its peak memory in MB. */
export async function runSuite(args: readonly string[], env: Readonly<Record<string, string>>, codes = [0]) {
  const out = temporary()
  const options = ['--no-timing', '--seed', '1', '--reporter', 'json', '--out', out]
  const peakFile = temporary()
  const hook = ['--import', file('src/proof/bench/peak.ts')]
  const told = { ...withoutControl(env), BENCH_PEAK: peakFile }
  const { code, ms } = await runNode([...hook, file('src/cli/bin.js'), 'run', ...options, ...args], told)
  const { targets, run } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))
  if (!codes.includes(code)) throw new Error(`the run ended with exit code ${code}`)
  const requests = targets.reduce((sum: number, target: { requests: number }) => sum + target.requests, 0)
  const peak = Math.round(Number(readFileSync(peakFile, 'utf8')) / 1024)
  return { ms, requests: requests as number, durationMs: run.durationMs as number, targets, peak }
}

function node(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    env: { PATH: process.env.PATH!, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Milliseconds from the first request to the last. */
export const span = (log: readonly Logged[]): number => log.at(-1)!.at - log[0]!.at
