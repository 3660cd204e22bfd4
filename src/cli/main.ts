import { didYouMean } from '../nearest.ts'
import { suite } from '../package.ts'
import { UsageError } from '../usage-error.ts'
import { parseArguments } from './args.ts'
import { badge } from './badge.ts'
import { type Command, LATER } from './command.ts'
import { diff } from './diff.ts'
import { reportError } from './errors.ts'
import { helpOn, overview } from './help.ts'
import { init } from './init.ts'
import { regrade } from './regrade.ts'
import { replay } from './replay.ts'
import { rules } from './rules.ts'
import { run } from './run.ts'
import { selfcheck } from './selfcheck.ts'
import { serve } from './serve.ts'
import { verify } from './verify.ts'

const COMMANDS: readonly Command[] = [run, replay, regrade, diff, verify, badge, serve, rules, selfcheck, init]

/** Runs a command line, without the name of the program, and returns the exit code. Never throws. */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    return await dispatch(argv)
  } catch (error) {
    return reportError(error)
  }
}

async function dispatch([name, ...rest]: readonly string[]): Promise<number> {
  if (name === '--version' || name === '-v') return print(`${suite.version}\n`)
  if (name === '--help' || name === '-h') return print(overview(COMMANDS))
  if (name === 'help') return print(rest[0] === undefined ? overview(COMMANDS) : helpOn(find(rest[0])))
  const command = find(name)
  if (rest.includes('--help') || rest.includes('-h')) return print(helpOn(command))
  return command.run(parseArguments(rest, command.options))
}

function find(name: string | undefined): Command {
  const command = COMMANDS.find((candidate) => candidate.name === name)
  if (command) return command
  throw new UsageError(problemOf(name))
}

function problemOf(name: string | undefined): string {
  const hint = 'try `tenant-conformance run`, or --help'
  if (name === undefined) return `no command is given; ${hint}`
  if (name.startsWith('-')) return `${name.split('=')[0]} stands where a command is expected; ${hint}`
  if (Object.hasOwn(LATER, name))
    return `${name} is not available in this version (it ${LATER[name]}); --help lists what is`
  const known = [...COMMANDS.map((command) => command.name), 'help']
  return `unknown command ${JSON.stringify(name)}${didYouMean(name, known) || `; ${hint}`}`
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}
