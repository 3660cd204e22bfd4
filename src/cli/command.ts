import type { Args, Options } from './args.ts'

export type Exits = readonly (readonly [code: number, meaning: string])[]

export interface Command {
  readonly name: string
  /** Arguments after the name. */
  readonly usage: string
  /** One clause in the third person, without a full stop. */
  readonly summary: string
  /** Placeholder that says how a shell completes the positional arguments, as `value` of an option. */
  readonly argument?: string
  readonly options: Options
  /** Paragraphs below the options in `--help`. */
  readonly notes?: readonly string[]
  /** Calls without the program name, each with its purpose. */
  readonly examples?: readonly (readonly [call: string, purpose: string])[]
  readonly exits?: Exits
  /** Returns the exit code. Throws a UsageError for problems that the user can fix. */
  readonly run: (args: Args) => Promise<number>
}

/** Exit codes of commands that give verdicts. */
export const EXITS: Exits = [
  [0, 'no rule failed, and at least one stated rule was decided'],
  [
    1,
    'a rule failed; with --require-complete: a rule was not decided; with --expect: an expected failure did not happen',
  ],
  [2, 'the settings or the command line cannot be used, or no deployment is named; nothing was sent'],
  [3, 'no verdict: unreachable, the active key is not accepted, or too much is inconclusive'],
  [130, 'interrupted; results so far are reported (also 129 after SIGHUP, 143 after SIGTERM)'],
]
