import { ABOUT, ALSO } from '../config/about-variables.ts'
import { COLUMNS, wrapped } from '../core/wrap-text.ts'
import type { Option, Options } from './args.ts'
import { type Command, EXITS, type Exits } from './command.ts'

const NAME = 'tenant-conformance'

const ABOUT_ALL =
  'tries every rule of the two Tenant public API references against a deployment, and says of each that is broken which sentence it breaks, with the smallest case and a line to repeat it.'

/** Help on the whole command. */
export function overview(commands: readonly Command[]): string {
  return [
    ...wrapped(`${NAME} ${ABOUT_ALL}`, ''),
    '',
    `usage: ${NAME} COMMAND [OPTIONS]`,
    ...section(
      'commands',
      commands.map(({ name, summary }) => [name, summary]),
    ),
    ...examples([
      ['run', 'both variants against the bundled reference server'],
      ['init', 'writes a .env to fill in; it asks where it can'],
      ['doctor', 'what that .env lets be tried, before a run'],
      ['run --variant a --depth quick', 'a first look at a deployment'],
    ]),
    ...section('settings, from the environment or the .env file', Object.entries(ABOUT).map(plain)),
    ...section('also from the environment', Object.entries(ALSO).map(plain)),
    ...exitCodes(EXITS),
    '',
    `${NAME} COMMAND --help tells more of a command; --version prints the version.`,
    '',
  ].join('\n')
}

const plain = ([name, about]: readonly [string, string]) => [name, about.replaceAll('`', '')] as const

/** Help on one command. */
export function helpOn(command: Command): string {
  const { name, usage, summary, options, notes = [], exits = [] } = command
  return [
    `usage: ${NAME} ${name}${usage && ` ${usage}`}`,
    '',
    ...wrapped(`${summary}.`, ''),
    ...section('options', Object.entries(options).map(asRow)),
    ...notes.flatMap((note) => ['', ...wrapped(note, '')]),
    ...examples(command.examples ?? []),
    ...exitCodes(exits),
    '',
  ].join('\n')
}

const asRow = ([name, option]: readonly [string, Option]) => [signature(name, option), option.help] as const

const exitCodes = (exits: Exits): string[] =>
  section(
    'exit codes',
    exits.map(([code, meaning]) => [String(code), meaning]),
  )

function examples(calls: NonNullable<Command['examples']>): string[] {
  if (calls.length === 0) return []
  return ['', 'examples:', ...calls.flatMap(([call, what]) => [...wrapped(what, '  # '), `  ${NAME} ${call}`])]
}

function section(title: string, rows: readonly (readonly [string, string])[]): string[] {
  return rows.length === 0 ? [] : ['', `${title}:`, ...table(rows)]
}

export function signature(name: string, { value }: Options[string]): string {
  return value ? `--${name} ${value}` : `--${name}`
}

const WIDEST = Math.floor(COLUMNS * 0.45)

/** Two columns, the first as wide as its widest entry that is not too wide: what is stands on a line of its own. */
export function table(rows: readonly (readonly [string, string])[]): string[] {
  const widths = rows.map(([left]) => left.length)
  const width = Math.max(0, ...widths.filter((one) => one <= WIDEST))
  return rows.flatMap(([left, right]) =>
    left.length > width
      ? [`  ${left}`, ...wrapped(right, ' '.repeat(width + 4))]
      : wrapped(right, `  ${left.padEnd(width)}  `),
  )
}
