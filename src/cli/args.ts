import { parseArgs } from 'node:util'
import { didYouMean } from '../core/did-you-mean.ts'
import { UsageError } from '../core/usage-error.ts'

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
  if (extra !== undefined) throw new UsageError(`unexpected argument ${JSON.stringify(extra)}`)
}
