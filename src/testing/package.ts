import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { parse } from 'dotenv'
import { withoutProgress } from './without-progress.ts'

const run = promisify(execFile)
const checkout = resolve(import.meta.dirname, '../..')

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface Package {
  /** Runs the packed command in a separate folder, with only this environment. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ran>
  /** Starts `serve` and gives what it printed, once it is ready. */
  serve(args: readonly string[]): Promise<{ env: Record<string, string>; stop(): Promise<number | null> }>
  /** Path of the packed file, as it is published. */
  readonly tarball: string
  /** Path of the unpacked command. */
  readonly bin: string
  /** The folder that the command runs in. */
  readonly cwd: string
  remove(): Promise<void>
}

/** Builds and packs the package as it is published, and unpacks it below node_modules, like an installed package. */
export async function pack(): Promise<Package> {
  await mkdir(join(checkout, 'node_modules/.e2e'), { recursive: true })
  const folder = await mkdtemp(join(checkout, 'node_modules/.e2e/'))
  const cwd = join(folder, 'project')
  await mkdir(cwd)
  await run('npm', ['pack', '--pack-destination', folder], { cwd: checkout })
  const tarball = join(folder, (await readdir(folder)).find((name) => name.endsWith('.tgz'))!)
  await run('tar', ['-xzf', tarball], { cwd: folder })
  const bin = join(folder, 'package/src/cli/bin.js')
  const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    spawn(bin, args, { cwd, env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, ...env } })
  return {
    tarball,
    bin,
    cwd,
    run: (args, env) => collect(start(args, env)),
    serve: (args) => serving(start(['serve', ...args])),
    remove: () => rm(folder, { recursive: true }),
  }
}

async function collect(child: ReturnType<typeof spawn>): Promise<Ran> {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => (stdout += chunk))
  child.stderr?.on('data', (chunk) => (stderr += chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, stdout, stderr: withoutProgress(stderr) }
}

async function serving(child: ReturnType<typeof spawn>) {
  const lines: string[] = []
  let ready = false
  for await (const line of createInterface(child.stdout!)) {
    ready = line === '# ready'
    if (ready) break
    lines.push(line)
  }
  if (!ready) throw new Error('serve ended before it was ready')
  return {
    env: parse(lines.join('\n')),
    stop: async () => {
      child.kill('SIGTERM')
      const [code] = (await once(child, 'close')) as [number | null]
      return code
    },
  }
}
