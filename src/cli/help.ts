import { COLUMNS, wrapText } from '../core/wrap-text.ts'
import { type Command, EXITS, type Exits, type Option } from './command.ts'

const NAME = 'tenant-conformance'

const ABOUT =
  'tests a deployment against every rule of the two Tenant public API references. For each violation it quotes the reference, shows the smallest case that fails, and prints a command that repeats it.'

export type Row = readonly [left: string, right: string]

/** Help on the whole command. `topics`: the pages of `help TOPIC`, each with its title. */
export function overview(commands: readonly Command[], topics: readonly Row[]): string {
  return [
    ...wrapText(`${NAME} ${ABOUT}`, ''),
    '',
    `usage: ${NAME} COMMAND [OPTIONS]`,
    ...section(
      'commands',
      commands.map(({ name, summary }) => [name, summary]),
    ),
    ...examples([
      ['run --demo', 'tests the bundled reference server, both variants'],
      ['init', 'writes a .env to fill in; at a terminal it asks'],
      ['doctor', 'checks that .env before a run'],
      ['run --variant a --depth quick', 'a first look at a deployment'],
    ]),
    ...section('topics', topics),
    ...exitCodes(EXITS),
    '',
    `${NAME} help COMMAND or TOPIC explains it; --version prints the version.`,
    '',
  ].join('\n')
}

/** Help on one command. */
export function helpOn({ name, usage, summary, options, notes = [], ...command }: Command): string {
  return [
    `usage: ${NAME} ${name}${usage && ` ${usage}`}`,
    '',
    ...wrapText(`${summary}.`, ''),
    ...section(
      'options',
      Object.entries(options).map(([option, spec]) => [signature(option, spec), spec.help]),
    ),
    ...notes.flatMap((note) => ['', ...wrapText(note, '')]),
    ...examples(command.examples ?? []),
    ...exitCodes(command.exits ?? []),
    '',
  ].join('\n')
}

export const signature = (name: string, { value }: Option): string => `--${name}${value ? ` ${value}` : ''}`

const exitCodes = (exits: Exits): string[] =>
  section(
    'exit codes',
    exits.map(([code, meaning]) => [String(code), meaning]),
  )

function examples(calls: NonNullable<Command['examples']>): string[] {
  if (calls.length === 0) return []
  return ['', 'examples:', ...calls.flatMap(([call, purpose]) => [...wrapText(purpose, '  # '), `  ${NAME} ${call}`])]
}

const section = (title: string, rows: readonly Row[]): string[] =>
  rows.length === 0 ? [] : ['', `${title}:`, ...table(rows)]

const WIDEST = Math.floor(COLUMNS * 0.45)

/** Two columns. An entry of the first column that is too wide gets a separate line. */
export function table(rows: readonly Row[]): string[] {
  const widths = rows.map(([left]) => left.length)
  const width = Math.max(0, ...widths.filter((one) => one <= WIDEST))
  return rows.flatMap(([left, right]) =>
    left.length > width
      ? [`  ${left}`, ...wrapText(right, ' '.repeat(width + 4))]
      : wrapText(right, `  ${left.padEnd(width)}  `),
  )
}
