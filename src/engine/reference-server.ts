import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'dotenv'
import { home } from '../core/catalog.ts'

const READY = '# ready'

/** Start a reference server in a child process. `piped`: this process reads its output and ends it; otherwise it shares the terminal. */
export function referenceServer(args: readonly string[], { piped = false } = {}): ChildProcess {
  const source = join(home, 'reference-server/serve.ts')
  const file = existsSync(source) ? source : join(home, 'reference-server/serve.js')
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], {
    stdio: piped ? 'pipe' : 'inherit',
    // A separate process group: Ctrl-C reaches only the suite, and the server still responds to requests in flight.
    detached: piped,
  })
}

export interface Bundled {
  /** Settings for the server, as it printed them. */
  readonly variables: Record<string, string>
  stop(): void
  /** Resolves when it has ended. */
  ended(): Promise<unknown>
}

/** Start the bundled server on a free port. Throws an Error with its last error output when it does not start. */
export async function startBundled(args: readonly string[] = []): Promise<Bundled> {
  const child = referenceServer(['--port', '0', '--until-stdin-closes', ...args], { piped: true })
  const exit = once(child, 'exit').catch(() => undefined)
  const stop = () => {
    child.stdin?.end()
    child.kill()
  }
  const ended = () => {
    child.ref()
    return exit
  }
  try {
    const text = await untilReady(child)
    child.unref()
    return { variables: parse(text), stop, ended }
  } catch (error) {
    stop()
    throw error
  }
}

function untilReady(child: ChildProcess): Promise<string> {
  let output = ''
  let errorOutput = ''
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`the bundled reference server did not start: ${why}`))
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.split('\n').includes(READY)) resolve(output)
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errorOutput = (errorOutput + text).slice(-10_000)
    })
    child.on('error', (error) => fail(error.message))
    child.on('close', (code) => fail(errorLine(errorOutput) || `it exited with code ${code}`))
  })
}

/** The error line of a stack trace, or the last line. */
function errorLine(errorOutput: string): string {
  const lines = errorOutput.trim().split('\n')
  return (lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1) ?? '').trim()
}
