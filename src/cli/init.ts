import { existsSync } from 'node:fs'
import { readEnvFile } from '../config/environment.ts'
import { VARIANTS } from '../core/literal-types.ts'
import { COMMAND } from '../core/package.ts'
import { UsageError } from '../core/usage-error.ts'
import { type Args, type Command, refuseMore } from './command.ts'
import { type Answers, answersFrom, askFor, CONTROL_FILE, type Flags, settingsIn } from './init/answers.ts'
import { type RulesBySetting, rulesBySetting, rulesThatNeed } from './init/rules-by-setting.ts'
import {
  byRules,
  CONTROL_EXTENSIONS,
  controlModule,
  envFile,
  PIPELINE_NAMES,
  PIPELINES,
  type Pipeline,
  pipelineFile,
} from './init/templates.ts'
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
    control: { help: `also write a control module, or a program in Python, Go or sh: FILE (default: ${CONTROL_FILE})` },
    ci: { value: PIPELINE_NAMES.join('|'), help: 'also write a pipeline that runs the suite; it needs no Node.js' },
    yes: { help: 'ask nothing, as without a terminal' },
  },
  notes: [
    'At a terminal it asks for what the options leave open. It never overwrites a file: of a .env that exists, it prints the settings and the lines that are missing. It adds .env to .gitignore inside a checkout. It takes no keys from the command line, which other users can read: answer the question, use --from-env, or edit .env.',
  ],
  examples: [
    ['init', 'asks, or writes a .env to fill in'],
    ['init --control', `also ${CONTROL_FILE}, a control module to fill in`],
    ['init --control control.py', 'a program instead; also control.go, control.sh'],
    ['init --yes --from-env --ci github', 'from a script'],
  ],
  exits: [
    [0, 'the files are written'],
    [2, 'a file to write exists, or cannot be written; nothing was'],
    [130, 'interrupted; nothing was written'],
  ],
  run: writeProject,
}

async function writeProject(args: Args): Promise<number> {
  const flags = args.values as Flags
  refuseMore(args, flags.control ? 1 : 0)
  const [file] = args.positionals
  if (file !== undefined && !CONTROL_EXTENSIONS.some((extension) => file.endsWith(extension)))
    throw new UsageError(
      `--control: the file name must end in ${CONTROL_EXTENSIONS.join(', ')}, which says the language`,
    )
  const given = answersFrom(flags, file, process.env)
  const hasEnv = existsSync(ENV_FILE)
  const answers = isAsking(flags) ? await asked(given, flags, hasEnv) : given
  if (!answers) return INTERRUPTED
  const found = hasEnv ? settingsIn(readEnvFile(undefined, process.cwd()).variables) : {}
  if (hasEnv) refuseOthers(answers.settings, found)
  const files = [...extraFiles(answers), ...(hasEnv ? [] : [newEnv(answers, await rulesBySetting())])]
  writeFiles(files)
  for (const [next, written] of Map.groupBy(files, (file) => file.next))
    say(`${written.map(({ path }) => path).join(', ')}: ${next}`)
  if (hasEnv) say(`${ENV_FILE}: exists and is unchanged; it sets ${namesIn(found)}`)
  const exported = settingsIn(process.env)
  if (Object.keys(exported).length > 0) say(`the environment sets ${namesIn(exported)}, and overrides ${ENV_FILE}`)
  if (addToGitignore(ENV_FILE, process.cwd())) say(`.gitignore: now lists ${ENV_FILE}, which will hold keys`)
  await sayFurther(hasEnv ? { ...exported, ...found } : { ...exported, ...answers.settings }, hasEnv)
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

const namesIn = (settings: Answers['settings']): string => Object.keys(settings).join(', ') || 'nothing'

/** Settings to write that an existing file lacks. Keys are not printed. */
function refuseOthers(settings: Answers['settings'], found: Answers['settings']): void {
  const lacking = Object.entries(settings).filter(([name, value]) => found[name] !== value)
  const lines = lacking.map(([name, value]) => `${name}=${name.endsWith('_URL') ? value : '...'}`)
  if (lines.length > 0)
    throw new UsageError(`${ENV_FILE}: exists, and is not overwritten; write there: ${lines.join(' ')}`)
}

/** A line for each setting that is not set and that rules of the chosen variants need, by their number. */
async function sayFurther(settings: Answers['settings'], isToAdd: boolean): Promise<void> {
  const chosen = VARIANTS.filter((variant) => `TENANT_${variant.toUpperCase()}_BASE_URL` in settings)
  const variants = chosen.length > 0 ? chosen : VARIANTS
  const needed = await rulesBySetting(variants)
  const required = variants.flatMap((variant) =>
    ['BASE_URL', 'KEY'].map((name) => `TENANT_${variant.toUpperCase()}_${name}`),
  )
  const isMissing = (name: string) => !(name in settings) && (needed.has(name) || (isToAdd && required.includes(name)))
  const shown = byRules(needed).filter(({ name }) => isMissing(name))
  if (shown.length === 0) return
  say(`${isToAdd ? 'lines to add to' : 'further settings in'} ${ENV_FILE}, with the number of rules that need each:`)
  for (const { name, description } of shown) {
    const number = required.includes(name) ? 'all' : String(rulesThatNeed(name, needed))
    say(`  ${number.padStart(3)}  ${`${name}${isToAdd ? '=' : ''}`.padEnd(28)}  ${description.replaceAll('`', '')}`)
  }
}

function newEnv({ settings }: Answers, needed: RulesBySetting): NewFile {
  const next = Object.keys(settings).length === 0 ? 'fill in a base URL and keys' : 'fill in further settings'
  // Only its owner can read the keys.
  return { path: ENV_FILE, text: envFile(settings, needed), mode: 0o600, next }
}

function extraFiles({ control, ci }: Answers): NewFile[] {
  const files: NewFile[] = []
  if (control !== undefined) {
    const program = control.replace(/\.go$/, '')
    const build = program === control ? '' : `, build it with go build -o ${program} ${control}`
    const next = `fill in what your system supports${build}, then run with --control ${program}`
    const mode = /\.(py|sh)$/.test(control) ? 0o700 : 0o600
    files.push({ path: control, text: controlModule(control), mode, option: '--control', next })
  }
  if (ci !== undefined) {
    const { files: sources, next }: Pipeline = PIPELINES[ci]
    for (const [source, path] of sources)
      files.push({ path, text: pipelineFile(source), mode: path.endsWith('.sh') ? 0o755 : 0o644, option: '--ci', next })
  }
  return files
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`)
