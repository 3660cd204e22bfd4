import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'dotenv'
import { home } from '../../core/catalog.ts'

type Env = Readonly<Record<string, string>>

/** A request as the server received it. */
export interface LoggedRequest {
  /** Milliseconds of the server's clock. */
  readonly at: number
  /** Milliseconds since the epoch. */
  readonly sentAt: number
  readonly variant: string
  readonly method: string
  readonly path: string
  readonly headers: readonly string[]
}

export interface ServerProcess {
  readonly env: Env
  readonly pid: number
  /** Stops the server and resolves to its log. */
  stop(): Promise<readonly LoggedRequest[]>
}

interface ServerOptions {
  /** Names in `server-behaviours.ts`. */
  readonly behaviours?: readonly string[]
  readonly users?: number
  /** Further behaviours: `MODULE#PATH`. */
  readonly faults?: readonly string[]
}

export const file = (path: string): string => join(home, path)

let folder: string | undefined
let files = 0
/** Path for a temporary file, which is removed at exit. */
export function temporary(): string {
  if (folder === undefined) {
    folder = mkdtempSync(join(tmpdir(), 'tenant-bench-'))
    process.on('exit', () => rmSync(folder!, { recursive: true, force: true }))
  }
  return join(folder, String(files++))
}

/** Starts a reference server process. Its keys are the same each time. */
export async function serve({ behaviours = ['log'], users, faults = [] }: ServerOptions = {}): Promise<ServerProcess> {
  const log = temporary()
  const own = behaviours.map((name) => `${file('src/proof/bench/server-behaviours.ts')}#${name}`)
  const args = [...own, ...faults].flatMap((spec) => ['--behaviour', spec])
  if (users !== undefined) args.push('--users', String(users))
  const child = node([file('reference-server/serve.ts'), ...args], { BENCH_LOG: log })
  const ready = Promise.withResolvers<string>()
  let printed = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    printed += text
    if (printed.includes('# ready')) ready.resolve(printed)
  })
  return {
    env: parse(await ready.promise),
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      return JSON.parse(readFileSync(log, 'utf8')) as LoggedRequest[]
    },
  }
}

/** Runs a node process. `ms`: its duration. */
export async function runNode(args: readonly string[], env: Env = {}) {
  const start = performance.now()
  const child = node(args, env)
  let stdout = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  const [code] = (await once(child, 'exit')) as [number]
  return { stdout, code, ms: performance.now() - start }
}

/** Settings for a run against a server, without its control module. */
export function withoutControl({ TENANT_REFERENCE_CONTROL: _, ...settings }: Env): Env {
  return settings
}

/** Runs `tenant-conformance run` without rules that measure time. `peak`: memory in MB. */
export async function runSuite(args: readonly string[], env: Env, codes = [0]) {
  const [out, peakFile] = [temporary(), temporary()]
  const options = ['--no-timing', '--seed', '1', '--reporter', 'json', '--out', out]
  const command = ['--import', file('src/proof/bench/write-peak-memory.ts'), file('src/cli/bin.js'), 'run']
  const settings = { ...withoutControl(env), BENCH_PEAK: peakFile }
  const { code, ms } = await runNode([...command, ...options, ...args], settings)
  const { targets } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))
  if (!codes.includes(code)) throw new Error(`the run ended with exit code ${code}`)
  const requests: number = targets.reduce((sum: number, target: { requests: number }) => sum + target.requests, 0)
  return { ms, requests, targets, peak: Math.round(Number(readFileSync(peakFile, 'utf8')) / 1024) }
}

function node(args: readonly string[], env: Env): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    env: { PATH: process.env.PATH!, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Milliseconds from the first request to the last. */
export const durationOf = (log: readonly LoggedRequest[]): number => log.at(-1)!.at - log[0]!.at
