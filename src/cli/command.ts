import { parseArgs } from 'node:util'
import { didYouMean, UsageError } from '../core/usage-error.ts'

/** An option of a command. */
export interface Option {
  /** Placeholder of its value in the help, which also says how a shell completes it: `N`, `FILE`, `a|b`. A switch has none. */
  readonly value?: string
  readonly multiple?: boolean
  readonly help: string
}

/** By long name. */
export type Options = Readonly<Record<string, Option>>

export interface Args {
  readonly values: Readonly<Record<string, string | boolean | string[] | undefined>>
  readonly positionals: readonly string[]
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number]
type OptionToken = Extract<Token, { kind: 'option' }>

/** Parses arguments strictly: throws a UsageError with one line for each problem. `--help` and `-h` are always valid. */
export function parseArguments(argv: readonly string[], options: Options): Args {
  const config = Object.entries(options).map(([name, { value, multiple = false }]) => {
    const type = value === undefined ? 'boolean' : 'string'
    return [name, { type, multiple }] as const
  })
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    options: { ...Object.fromEntries(config), help: { type: 'boolean', short: 'h' } },
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const given = tokens.filter((token) => token.kind === 'option')
  const lines = given.flatMap((token) => problemOf(token, options) ?? [])
  if (lines.length === 0) lines.push(...repeated(given, options))
  if (lines.length > 0) throw new UsageError(...lines)
  return { values: values as Args['values'], positionals }
}

function problemOf({ name, rawName, value, inlineValue }: OptionToken, options: Options): string | undefined {
  if (name === 'help') return undefined
  const known = Object.keys(options).map((each) => `--${each}`)
  if (!Object.hasOwn(options, name)) return `unknown option ${rawName}${didYouMean(rawName, known)}`
  const { value: placeholder } = options[name]!
  if (placeholder === undefined) return value === undefined ? undefined : `${rawName} takes no value`
  const isMissing = value === undefined || (!inlineValue && value.startsWith('-'))
  return isMissing ? `${rawName} needs a value: ${placeholder}` : undefined
}

function repeated(given: readonly OptionToken[], options: Options): string[] {
  const single = Object.keys(options).filter((name) => !options[name]!.multiple)
  const twice = single.filter((name) => given.filter((token) => token.name === name).length > 1)
  return twice.map((name) => `--${name} is given twice`)
}

/** Throws a UsageError for positional arguments beyond `most`. */
export function refuseMore({ positionals }: Args, most: number): void {
  const extra = positionals[most]
  if (extra !== undefined)
    throw new UsageError(`unexpected argument ${JSON.stringify(extra)}; --help shows what the command takes`)
}

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
