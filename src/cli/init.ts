import { existsSync } from 'node:fs'
import { COMMAND } from '../core/package.ts'
import { UsageError } from '../core/usage-error.ts'
import { type Args, refuseMore } from './args.ts'
import type { Command } from './command.ts'
import { type Answers, answersFrom, askFor, CONTROL_FILE, type Flags } from './init/answers.ts'
import { controlModule, envFile, PIPELINE_NAMES, PIPELINES, type Pipeline, pipelineText } from './init/templates.ts'
import { addToGitignore, type NewFile, writeFiles } from './init/write-files.ts'
import { INTERRUPTED, onInterrupt } from './interrupt.ts'
import { processTerminal } from './terminal.ts'

const ENV_FILE = '.env'

export const init: Command = {
  name: 'init',
  usage: '[--control [FILE]] [OPTIONS]',
  argument: 'FILE',
  summary: 'writes a commented .env, and on request a control module to fill in and a pipeline',
  options: {
    'a-url': { value: 'URL', help: 'write this base URL of variant A to .env' },
    'b-url': { value: 'URL', help: 'write this base URL of variant B to .env' },
    'from-env': { help: 'write the TENANT_... variables of the environment to .env, keys included' },
    control: { help: `also write a control module: FILE or ${CONTROL_FILE}` },
    ci: { value: PIPELINE_NAMES.join('|'), help: 'also write a pipeline that runs the suite' },
    yes: { help: 'ask nothing, as without a terminal' },
  },
  notes: [
    'At a terminal it asks for what the options leave open. It never overwrites a file, and adds .env to .gitignore inside a checkout. It takes no keys from the command line, which other users can read: answer the question, use --from-env, or edit .env.',
  ],
  examples: [
    ['init', 'asks, or writes a .env to fill in'],
    ['init --control', `also ${CONTROL_FILE}, a control module to fill in`],
    ['init --yes --from-env --ci github', 'from a script'],
  ],
  exits: [
    [0, 'the files are written'],
    [2, 'a file exists, or cannot be written; nothing was'],
    [130, 'interrupted; nothing was written'],
  ],
  run: writeProject,
}

async function writeProject(args: Args): Promise<number> {
  const flags = args.values as Flags
  refuseMore(args, flags.control ? 1 : 0)
  const [file] = args.positionals
  if (file !== undefined && !/\.m?ts$/.test(file))
    throw new UsageError('--control: writes TypeScript; the file name must end in .ts or .mts')
  const given = answersFrom(flags, file, process.env)
  const hasEnv = existsSync(ENV_FILE)
  const answers = isAsking(flags) ? await asked(given, flags, hasEnv) : given
  if (!answers) return INTERRUPTED
  // An existing .env is no problem when other files are requested.
  const keepsEnv = hasEnv && Object.keys(answers.settings).length === 0 && (answers.control ?? answers.ci) !== undefined
  const files = [...extraFiles(answers), ...(keepsEnv ? [] : [newEnv(answers)])]
  writeFiles(files)
  for (const { path, next } of files) say(`${path}: ${next}`)
  if (keepsEnv) say(`${ENV_FILE}: exists and is unchanged`)
  if (addToGitignore(ENV_FILE, process.cwd())) say(`.gitignore: now lists ${ENV_FILE}, which will hold keys`)
  say(`then: ${COMMAND} doctor`)
  return 0
}

const isAsking = ({ yes }: Flags): boolean => !yes && process.stdin.isTTY === true && process.stdout.isTTY === true

async function asked(given: Answers, flags: Flags, hasEnv: boolean): Promise<Answers | undefined> {
  const interrupt = onInterrupt()
  say('Press Enter to skip a question, and fill it in later. Ctrl-C quits, and nothing is written.')
  try {
    return await askFor(processTerminal(interrupt.signal), given, flags, hasEnv)
  } catch (error) {
    if (interrupt.signal.aborted) return undefined
    throw error
  } finally {
    interrupt.release()
  }
}

function newEnv({ settings }: Answers): NewFile {
  const next = Object.keys(settings).length === 0 ? 'fill in a base URL and keys' : 'fill in further settings'
  // Only its owner can read the keys.
  return { path: ENV_FILE, text: envFile(settings), mode: 0o600, next }
}

function extraFiles({ control, ci }: Answers): NewFile[] {
  const files: NewFile[] = []
  if (control !== undefined) {
    const next = `fill in what your system supports, then run with --control ${control}`
    files.push({ path: control, text: controlModule(), mode: 0o600, option: '--control', next })
  }
  if (ci !== undefined) {
    const { path, next, mode = 0o644 }: Pipeline = PIPELINES[ci]
    files.push({ path, text: pipelineText(ci), mode, option: '--ci', next })
  }
  return files
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`)
