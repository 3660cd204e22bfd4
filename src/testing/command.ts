import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parse } from 'dotenv'
import { withoutProgress } from './without-progress.ts'

const checkout = resolve(import.meta.dirname, '../..')
const bin = join(checkout, 'src/cli/bin.js')

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs the command of the checkout in a folder, with just this environment. */
export function command(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  return new Promise((done) => {
    const options = { cwd, env: { PATH: process.env.PATH!, ...env }, maxBuffer: 64 * 1024 * 1024 }
    execFile(process.execPath, ['--', bin, ...args], options, (error, stdout, stderr) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr: withoutProgress(stderr) }),
    )
  })
}

export interface Served {
  readonly env: Record<string, string>
  stop(): Promise<void>
}

/** Starts the bundled server, and gives what it printed once it is ready. */
export async function served(...faults: string[]): Promise<Served> {
  const args = ['serve', '--port', '0', ...faults.flatMap((fault) => ['--fault', fault])]
  const child = spawn(process.execPath, ['--', bin, ...args], { env: { PATH: process.env.PATH! } })
  let printed = ''
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === '# ready') break
    printed += `${line}\n`
  }
  return {
    env: parse(printed),
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
