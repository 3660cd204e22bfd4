import { Writable } from 'node:stream'
import type { UserWorkspaceConfig } from 'vitest/config'
import {
  createVitest,
  type InlineConfig,
  type PoolRunnerInitializer,
  type Reporter,
  type TestSpecification,
  type Vitest,
} from 'vitest/node'
import { haveLocks } from '../session/quiet.ts'
import { withoutNewListeners } from './listeners.ts'

export interface Engine {
  /** The folder that holds `suites/`. */
  readonly root: string
  /** Suite files, relative to the root. */
  readonly files: readonly string[]
  /** Threads for them, in the same order. */
  readonly pool: PoolRunnerInitializer
  readonly reporter: Reporter
}

/** A vitest that reads no configuration of anyone's project, prints nothing, and shows each suite in its own thread. */
export async function startEngine(engine: Engine): Promise<Vitest> {
  // Its handlers of signals and rejections end the process before we can report what was learnt.
  return withoutNewListeners(['SIGINT', 'SIGTERM', 'unhandledRejection'], () =>
    createVitest(vitestOptions(engine), VITE_OPTIONS as UserWorkspaceConfig, { stdout: sink(), stderr: sink() }),
  )
}

function vitestOptions({ root, files, pool, reporter }: Engine): InlineConfig & { config: false } {
  return {
    config: false,
    root,
    include: [...files],
    // The default leaves out whatever stands below node_modules, and there an installed package stands.
    exclude: [],
    reporters: [reporter],
    pool,
    // A thread for each, also where they go one after the other.
    isolate: true,
    // The threads' output is read as it comes.
    disableConsoleIntercept: true,
    maxWorkers: haveLocks ? files.length : 1,
    // The client limits what is under way; here every rule may wait for its own.
    maxConcurrency: 10_000,
    sequence: { sequencer: InOrder },
    testTimeout: 0,
    hookTimeout: 0,
    cache: false,
    // node imports the suites itself: what tests show is what their thread has begun.
    server: { deps: { external: [/./] } },
    watch: false,
    allowOnly: false,
  }
}

/** Else larger files go first. */
class InOrder {
  shard = (files: TestSpecification[]) => files
  sort = (files: TestSpecification[]) => files.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1))
}

const VITE_OPTIONS = {
  envDir: false,
  // Else a postcss.config.js of the user's project is executed.
  css: { postcss: { plugins: [] } },
  server: { watch: null },
  logLevel: 'error',
}

const sink = () => new Writable({ write: (_chunk, _encoding, done) => done() })
