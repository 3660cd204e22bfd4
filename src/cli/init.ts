import { existsSync } from 'node:fs'
import { COMMAND } from '../core/package.ts'
import { UsageError } from '../core/usage-error.ts'
import { type Args, refuseMore } from './args.ts'
import type { Command } from './command.ts'
import { type Answers, answersIn, CONTROL_FILE, type Flags } from './init/answers.ts'
import { ask } from './init/ask.ts'
import { CI, pipelineText } from './init/ci.ts'
import { envWith } from './init/env.ts'
import { ignore } from './init/gitignore.ts'
import { SKELETON } from './init/skeleton.ts'
import { create, type NewFile } from './init/write.ts'
import { INTERRUPTED, onInterrupt } from './interrupt.ts'
import { processTerminal } from './terminal.ts'

const ENV_FILE = '.env'

export const init: Command = {
  name: 'init',
  usage: '[--control [FILE]] [OPTIONS]',
  argument: 'FILE',
  summary: 'writes a commented .env, and on request a control module to fill in and a pipeline',
  options: {
    'a-url': { value: 'URL', help: 'base URL of variant A, written to .env' },
    'b-url': { value: 'URL', help: 'base URL of variant B, written to .env' },
    'from-env': { help: 'write to .env what TENANT_... variables of the environment hold, keys too' },
    control: { help: `also write a control module: FILE, else ${CONTROL_FILE}` },
    ci: { value: Object.keys(CI).join('|'), help: 'also write a pipeline that runs the suite' },
    yes: { help: 'ask nothing; so it is, too, where standard input or output is no terminal' },
  },
  notes: [
    'At a terminal it asks for what the options leave open. A file that is there already is never overwritten, and a .env is added to .gitignore where there is version control. Keys are not taken from the command line, which others can read: answer the question, use --from-env, or fill them in.',
  ],
  examples: [
    ['init', 'asks; or else writes a .env to fill in'],
    ['init --control', `also ${CONTROL_FILE}, a control module to fill in`],
    ['init --yes --from-env --ci github', 'from a script'],
  ],
  exits: [
    [0, 'the files are written'],
    [2, 'a file exists, or cannot be written; nothing was'],
    [130, 'interrupted; nothing was written'],
  ],
  run: write,
}

async function write(args: Args): Promise<number> {
  const flags = args.values as Flags
  refuseMore(args, flags.control ? 1 : 0)
  const [file] = args.positionals
  if (file !== undefined && !/\.m?ts$/.test(file))
    throw new UsageError('--control: writes TypeScript; name a file that ends in .ts or .mts')
  const given = answersIn(flags, file, process.env)
  const hasEnv = existsSync(ENV_FILE)
  const answers = isAsking(flags) ? await asked(given, flags, hasEnv) : given
  if (!answers) return INTERRUPTED
  // Whoever asks for something besides may have settings already.
  const keeps = hasEnv && Object.keys(answers.settings).length === 0 && (answers.control ?? answers.ci) !== undefined
  const files = [...extras(answers), ...(keeps ? [] : [envFile(answers)])]
  create(files)
  for (const { path, next } of files) say(`${path}: ${next}`)
  if (keeps) say(`${ENV_FILE}: is there already, and was left as it is`)
  if (ignore(ENV_FILE, process.cwd())) say(`.gitignore: ${ENV_FILE} was added to it, since it is to hold keys`)
  say(`then: ${COMMAND} doctor`)
  return 0
}

const isAsking = ({ yes }: Flags): boolean => !yes && process.stdin.isTTY === true && process.stdout.isTTY === true

async function asked(given: Answers, flags: Flags, hasEnv: boolean): Promise<Answers | undefined> {
  const interrupt = onInterrupt()
  say('Enter alone leaves a thing out: it can be filled in later. Ctrl-C ends it, and nothing is written.')
  try {
    return await ask(processTerminal(interrupt.signal), given, flags, hasEnv)
  } catch (error) {
    if (interrupt.signal.aborted) return undefined
    throw error
  } finally {
    interrupt.release()
  }
}

function envFile({ settings }: Answers): NewFile {
  const missing = Object.keys(settings).length === 0 ? 'fill in a base URL and keys' : 'fill in what more you have'
  // Keys will stand in it: for its owner only.
  return { path: ENV_FILE, text: envWith(settings), mode: 0o600, next: missing }
}

function extras({ control, ci }: Answers): NewFile[] {
  const files: NewFile[] = []
  if (control !== undefined)
    files.push({
      ...{ path: control, text: SKELETON, mode: 0o600, option: '--control' },
      next: `fill in what your system can do, then run with --control ${control}`,
    })
  if (ci !== undefined) {
    const pipeline: { mode?: number } & (typeof CI)[keyof typeof CI] = CI[ci]
    const { file: path, next, mode = 0o644 } = pipeline
    files.push({ path, text: pipelineText(ci), mode, option: '--ci', next })
  }
  return files
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`)
