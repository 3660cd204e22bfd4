import type { Args, Options } from './args.ts'

export type Exits = readonly (readonly [code: number, meaning: string])[]

export interface Command {
  readonly name: string
  /** What stands behind the name in a call. */
  readonly usage: string
  readonly summary: string
  readonly options: Options
  /** Paragraphs below the options in `--help`. */
  readonly notes?: readonly string[]
  /** Calls without the name of the program, and what each is for. */
  readonly examples?: readonly (readonly [call: string, what: string])[]
  readonly exits?: Exits
  /** Returns the exit code. Throws a UsageError for what the user can mend. */
  readonly run: (args: Args) => Promise<number>
}

/** The contract's table. */
export const EXITS: Exits = [
  [0, 'no rule failed, and at least one stated rule was decided'],
  [
    1,
    'a rule failed; with --require-complete: a rule was not decided; with --expect: an expected failure did not happen',
  ],
  [2, 'the settings or the command line cannot be used, or no deployment is named; nothing was sent'],
  [3, 'no verdict: unreachable, the active key is not accepted, or too much is inconclusive'],
  [130, 'interrupted; what was learnt is reported (also 129 after SIGHUP, 143 after SIGTERM)'],
]
