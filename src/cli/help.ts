import type { Option, Options } from './args.ts'
import type { Command } from './command.ts'

const NAME = 'tenant-conformance'

/** Help on the whole command. */
export function overview(commands: readonly Command[]): string {
  return [
    `${NAME} tries every rule of the two Tenant public API references against a deployment.`,
    '',
    `usage: ${NAME} COMMAND [OPTIONS]`,
    '',
    ...table(commands.map(({ name, summary }) => [name, summary])),
    '',
    `${NAME} COMMAND --help tells more of a command; --version prints the version.`,
    '',
  ].join('\n')
}

/** Help on one command. */
export function helpOn({ name, usage, summary, options, notes = [] }: Command): string {
  const now = Object.entries(options).filter(([, option]) => !option.later)
  const later = Object.entries(options).filter(([, option]) => option.later)
  return [
    `usage: ${NAME} ${name}${usage && ` ${usage}`}`,
    '',
    `${summary}.`,
    ...section('options:', now),
    ...section('not in this version:', later),
    ...(notes.length > 0 ? ['', ...notes] : []),
    '',
  ].join('\n')
}

function section(title: string, options: [string, Option][]): string[] {
  if (options.length === 0) return []
  return ['', title, ...table(options.map(([name, option]) => [signature(name, option), option.help]))]
}

export function signature(name: string, { value }: Options[string]): string {
  return value ? `--${name} ${value}` : `--${name}`
}

/** Two columns, the first as wide as its widest entry. */
export function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
