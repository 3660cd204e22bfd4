import { Writable } from 'node:stream'
import type { UserWorkspaceConfig } from 'vitest/config'
import { createVitest, type InlineConfig, type Reporter, type Vitest } from 'vitest/node'
import { inCheckout } from '../package.ts'
import { haveLocks } from '../session/quiet.ts'
import { withoutNewListeners } from './listeners.ts'

export interface Engine {
  /** The folder that holds `suites/`. */
  readonly root: string
  /** Suite files, relative to the root. */
  readonly files: readonly string[]
  /** What the suites can `inject`. */
  readonly provide: Record<string, unknown>
  readonly reporter: Reporter
}

/** A vitest that reads no configuration of anyone's project, prints nothing, and sends each suite to a thread of its own. */
export async function startEngine(engine: Engine): Promise<Vitest> {
  // Its handlers of signals and rejections end the process before we can report what was learnt.
  return withoutNewListeners(['SIGINT', 'SIGTERM', 'unhandledRejection'], () =>
    createVitest(vitestOptions(engine), VITE_OPTIONS as UserWorkspaceConfig, { stdout: sink(), stderr: sink() }),
  )
}

function vitestOptions({ root, files, provide, reporter }: Engine): InlineConfig & { config: false } {
  return {
    config: false,
    root,
    include: [...files],
    // The default leaves out whatever stands below node_modules, and there an installed package stands.
    exclude: [],
    reporters: [reporter],
    provide: provide as InlineConfig['provide'],
    pool: 'threads',
    isolate: false,
    maxWorkers: haveLocks ? files.length : 1,
    // The client limits what is under way; here every rule may wait for its own.
    maxConcurrency: 10_000,
    testTimeout: 0,
    hookTimeout: 0,
    cache: false,
    // Ours stands in our own node_modules; below node_modules node imports the compiled suites itself, and nothing is written.
    fsModuleCache: inCheckout,
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
