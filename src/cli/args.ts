import { parseArgs } from 'node:util'
import { didYouMean } from '../core/did-you-mean.ts'
import { UsageError } from '../core/usage-error.ts'

/** An option of a command, by its long name. */
export interface Option {
  readonly type: 'string' | 'boolean'
  readonly multiple?: boolean
  /** What its value is, in the help: `N`, `FILE`. */
  readonly value?: string
  readonly help: string
}

export type Options = Readonly<Record<string, Option>>

export interface Args {
  readonly values: Readonly<Record<string, string | boolean | string[] | undefined>>
  readonly positionals: readonly string[]
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number]
type OptionToken = Extract<Token, { kind: 'option' }>

/** Strict: whatever is not understood ends in a UsageError with one line for each. `--help` and `-h` are always known. */
export function parseArguments(argv: readonly string[], options: Options): Args {
  const config = Object.fromEntries(
    Object.entries(options).map(([name, { type, multiple = false }]) => [name, { type, multiple }]),
  )
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    options: { ...config, help: { type: 'boolean', short: 'h' } },
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const given = tokens.filter((token) => token.kind === 'option')
  const lines = given.map((token) => problemOf(token, options)).filter((line) => line !== undefined)
  if (lines.length === 0) lines.push(...repeated(given, options))
  if (lines.length > 0) throw new UsageError(...lines)
  return { values: values as Args['values'], positionals }
}

function problemOf({ name, rawName, value, inlineValue }: OptionToken, options: Options): string | undefined {
  if (name === 'help') return undefined
  const option = Object.hasOwn(options, name) ? options[name] : undefined
  if (!option)
    return `unknown option ${rawName}${didYouMean(
      rawName,
      Object.keys(options).map((known) => `--${known}`),
    )}`
  if (option.type === 'boolean') return value === undefined ? undefined : `${rawName} takes no value`
  if (value === undefined || (!inlineValue && value.startsWith('-'))) return `${rawName} needs a value: ${option.value}`
  return undefined
}

function repeated(given: readonly OptionToken[], options: Options): string[] {
  const names = given.map(({ name }) => name).filter((name) => options[name] && !options[name].multiple)
  return [...new Set(names.filter((name, i) => names.indexOf(name) !== i))].map((name) => `--${name} is given twice`)
}

/** For commands that take no arguments, or at most so many. */
export function refuseMore({ positionals }: Args, most: number): void {
  const extra = positionals[most]
  if (extra !== undefined) throw new UsageError(`unexpected argument ${JSON.stringify(extra)}`)
}
