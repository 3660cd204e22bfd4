import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { home } from '../../core/catalog.ts'
import { startBundled } from '../../engine/reference-server.ts'

/** A request as the server received it. */
export interface LoggedRequest {
  readonly method: string
  readonly path: string
  readonly headers: readonly string[]
}

/** Starts a reference server with a behaviour of `server-behaviours.ts`. Its keys are the same each time. */
export async function serve(behaviour?: 'log' | 'slow', args: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'tenant-bench-'))
  const log = join(folder, 'log.json')
  process.env.BENCH_LOG = log
  const module = `${join(home, 'src/proof/bench/server-behaviours.ts')}#${behaviour}`
  const server = await startBundled([...(behaviour ? ['--behaviour', module] : []), ...args])
  return {
    env: server.variables,
    /** Resolves to the requests that it received, if it logs them. */
    async stop(): Promise<readonly LoggedRequest[]> {
      server.stop()
      await server.ended()
      const requests = behaviour === 'log' ? JSON.parse(readFileSync(log, 'utf8')) : []
      rmSync(folder, { recursive: true })
      return requests
    },
  }
}
