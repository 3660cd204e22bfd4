import type { Args, Options } from './args.ts'

export interface Command {
  readonly name: string
  /** What stands behind the name in a call. */
  readonly usage: string
  readonly summary: string
  readonly options: Options
  /** Lines below the options in `--help`. */
  readonly notes?: readonly string[]
  /** Returns the exit code. Throws a UsageError for what the user can mend. */
  readonly run: (args: Args) => Promise<number>
}
