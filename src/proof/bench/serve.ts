import { join } from 'node:path'
import { home } from '../../core/catalog.ts'
import { startBundled } from '../../engine/reference-server.ts'

/** Starts a reference server with a behaviour of `server-behaviours.ts`. Its keys are the same each time. */
export async function serve(behaviour?: 'log' | 'slow', args: readonly string[] = []) {
  const module = join(home, 'src/proof/bench/server-behaviours.ts')
  const server = await startBundled([...(behaviour ? ['--behaviour', `${module}#${behaviour}`] : []), ...args])
  return {
    env: server.variables,
    async stop(): Promise<void> {
      server.stop()
      await server.ended()
    },
  }
}
