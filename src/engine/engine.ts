import { Writable } from 'node:stream'
import type { ProvidedContext } from 'vitest'
import type { UserWorkspaceConfig } from 'vitest/config'
import { createVitest, type InlineConfig, type Reporter, type Vitest } from 'vitest/node'
import { withoutNewListeners } from './listeners.ts'
import type {} from './suite.ts'

export interface Engine {
  /** The folder that holds `suites/`. */
  readonly root: string
  /** Suite files, relative to the root. */
  readonly files: readonly string[]
  readonly reporter: Reporter
  /** What their tests show. */
  readonly told: ProvidedContext['told']
}

/** A vitest that reads no configuration of anyone's project, prints nothing, and shows what was told. */
export async function startEngine(engine: Engine): Promise<Vitest> {
  // Its handlers of signals and rejections end the process before we can report what was learnt.
  const vitest = await withoutNewListeners(['SIGINT', 'SIGTERM', 'unhandledRejection'], () =>
    createVitest(vitestOptions(engine), VITE_OPTIONS as UserWorkspaceConfig, { stdout: sink(), stderr: sink() }),
  )
  vitest.provide('told', engine.told)
  return vitest
}

function vitestOptions({ root, files, reporter }: Engine): InlineConfig & { config: false } {
  return {
    config: false,
    root,
    include: [...files],
    // The default leaves out whatever stands below node_modules, and there an installed package stands.
    exclude: [],
    reporters: [reporter],
    pool: 'threads',
    maxWorkers: 1,
    isolate: false,
    testTimeout: 0,
    hookTimeout: 0,
    cache: false,
    // node imports the suites itself, compiled or not.
    server: { deps: { external: [/./] } },
    watch: false,
    allowOnly: false,
  }
}

const VITE_OPTIONS = {
  envDir: false,
  // Else a postcss.config.js of the user's project is executed.
  css: { postcss: { plugins: [] } },
  server: { watch: null },
  logLevel: 'error',
}

const sink = () => new Writable({ write: (_chunk, _encoding, done) => done() })
