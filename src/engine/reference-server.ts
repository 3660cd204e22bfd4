import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'dotenv'
import { home } from '../core/catalog.ts'

const READY = '# ready'

/** A reference server in a process of its own. `piped`: we read its output and it ends when we do; else it shares our terminal. */
export function referenceServer(args: readonly string[], { piped = false } = {}): ChildProcess {
  const source = join(home, 'reference-server/serve.ts')
  const file = existsSync(source) ? source : join(home, 'reference-server/serve.js')
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], {
    stdio: piped ? 'pipe' : 'inherit',
    // Out of our process group, so that Ctrl-C reaches us alone and the requests under way are still answered.
    detached: piped,
  })
}

export interface Bundled {
  /** The settings that it printed. */
  readonly variables: Record<string, string>
  stop(): void
}

/** Starts the bundled server on a free port for one run. Throws an Error with what it complained of when it does not come up. */
export async function startBundled(): Promise<Bundled> {
  const child = referenceServer(['--port', '0', '--until-stdin-closes'], { piped: true })
  const stop = () => {
    child.stdin?.end()
    child.kill()
  }
  try {
    const text = await untilReady(child)
    child.unref()
    return { variables: parse(text), stop }
  } catch (error) {
    stop()
    throw error
  }
}

function untilReady(child: ChildProcess): Promise<string> {
  let printed = ''
  let complaints = ''
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`the bundled reference server did not start: ${why}`))
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (printed.split('\n').includes(READY)) resolve(printed)
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaints = (complaints + text).slice(-10_000)
    })
    child.on('error', (error) => fail(error.message))
    child.on('close', (code) => fail(lastWords(complaints) || `it ended with exit code ${code}`))
  })
}

/** Of a stack trace the line that says what happened, else the last line. */
function lastWords(complaints: string): string {
  const lines = complaints.trim().split('\n')
  return (lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1) ?? '').trim()
}
