import { COMMAND, suite } from '../core/package.ts'
import { didYouMean, UsageError } from '../core/usage-error.ts'
import { type Command, parseArguments } from './command.ts'
import { complete } from './completion.ts'
import { reportError } from './errors.ts'
import { helpOn, overview } from './help.ts'
import { hideEnvironment, refuseKeys } from './hide-keys.ts'
import { REFERENCES, referenceText, topicNames, topicText, topicTitles } from './topics.ts'

export { reportError }

/** Loaded on demand: all of them take twice as long to load as one. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  run: async () => (await import('./run.ts')).run,
  doctor: async () => (await import('./doctor.ts')).doctor,
  replay: async () => (await import('./replay.ts')).replay,
  curl: async () => (await import('./curl.ts')).curl,
  regrade: async () => (await import('./regrade.ts')).regrade,
  diff: async () => (await import('./diff.ts')).diff,
  summary: async () => (await import('./summary.ts')).summary,
  verify: async () => (await import('./verify.ts')).verify,
  badge: async () => (await import('./badge.ts')).badge,
  serve: async () => (await import('./serve.ts')).serve,
  rules: async () => (await import('./rules.ts')).rules,
  selfcheck: async () => (await import('./selfcheck.ts')).selfcheck,
  init: async () => (await import('./init.ts')).init,
  completion: async () => (await import('./completion.ts')).completion,
}

/** Runs a command line without the program name. Resolves to the exit code; never rejects. */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    hideEnvironment()
    refuseKeys(argv)
    return await dispatch(argv)
  } catch (error) {
    return reportError(error)
  }
}

async function dispatch([name, ...rest]: readonly string[]): Promise<number> {
  if (name === '--version' || name === '-v') return print(`${suite.version}\n`)
  if (name === '--help' || name === '-h') return print(overview(await all(), [...topicTitles(), REFERENCE]))
  if (name === 'help') return print(await help(rest))
  // For shell completion, not listed in the help.
  if (name === 'complete') return print(await complete(COMMANDS, rest[0] === '--' ? rest.slice(1) : rest))
  const command = await find(name)
  if (rest.includes('--help') || rest.includes('-h')) return print(helpOn(command))
  return command.run(parseArguments(rest, command.options))
}

/** All commands, in the order of the overview. */
export const all = (): Promise<Command[]> => Promise.all(Object.values(COMMANDS).map((load) => load()))

async function help([about, extra]: readonly string[]): Promise<string> {
  if (extra !== undefined) throw new UsageError(`unexpected argument ${JSON.stringify(extra)}`)
  if (about === undefined) return overview(await all(), [...topicTitles(), REFERENCE])
  if (Object.hasOwn(COMMANDS, about)) return helpOn(await find(about))
  if (topicNames().includes(about)) return topicText(about)
  const reference = referenceText(about)
  if (reference !== undefined) return reference
  const hint =
    didYouMean(about, [...Object.keys(COMMANDS), ...topicNames(), ...REFERENCES]) || `; \`${COMMAND} help\` lists them`
  throw new UsageError(`no help on ${JSON.stringify(about)}${hint}`)
}

async function find(name: string | undefined): Promise<Command> {
  if (name !== undefined && Object.hasOwn(COMMANDS, name)) return COMMANDS[name]!()
  throw new UsageError(problemOf(name))
}

const REFERENCE = ['variant-a, variant-b', 'the references, whole'] as const

function problemOf(name: string | undefined): string {
  const hint = `try \`${COMMAND} run --demo\`, \`${COMMAND} init\` for a deployment of yours, or --help`
  if (name === undefined) return `no command is given; ${hint}`
  if (name.startsWith('-')) return `${name.split('=')[0]} is not a command; ${hint}`
  const known = [...Object.keys(COMMANDS), 'help']
  return `unknown command ${JSON.stringify(name)}${didYouMean(name, known) || `; ${hint}`}`
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}
