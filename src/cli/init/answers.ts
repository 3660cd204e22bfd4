import type { z } from 'zod'
import { problems } from '../../config/options.ts'
import { baseUrl, Variables } from '../../config/setting-variables.ts'
import { key } from '../../core/key-schema.ts'
import { didYouMean, UsageError } from '../../core/usage-error.ts'
import type { Terminal } from '../terminal.ts'
import { PIPELINE_NAMES, PIPELINES, type PipelineName } from './templates.ts'

/** What to write. */
export interface Answers {
  readonly settings: Readonly<Record<string, string>>
  /** Path of the control module. */
  readonly control?: string
  readonly ci?: PipelineName
}

export const CONTROL_FILE = 'control.mts'

export interface Flags {
  readonly 'a-url'?: string
  readonly 'b-url'?: string
  readonly 'from-env'?: boolean
  readonly control?: boolean
  readonly ci?: string
  readonly yes?: boolean
}

/** Answers on the command line, checked. Keys are not among them: other users of the machine could read them. */
export function answersFrom(flags: Flags, file: string | undefined, env: NodeJS.ProcessEnv): Answers {
  const { control, ci } = flags
  const urls = { TENANT_A_BASE_URL: flags['a-url'], TENANT_B_BASE_URL: flags['b-url'] }
  const fromEnv = flags['from-env'] ? settingsIn(env) : {}
  const lines = (['a-url', 'b-url'] as const).flatMap((name) =>
    flags[name] === undefined ? [] : problemsOf(baseUrl, flags[name]).map((message) => `--${name}: ${message}`),
  )
  lines.push(...problems(Variables.safeParse(fromEnv)))
  if (ci !== undefined && !Object.hasOwn(PIPELINES, ci))
    lines.push(`--ci: takes one of ${PIPELINE_NAMES.join(', ')}, not ${JSON.stringify(ci)}`)
  if (flags['from-env'] && Object.keys(fromEnv).length === 0)
    lines.push('--from-env: the environment has no settings; set TENANT_A_BASE_URL and TENANT_A_KEY, or those of B')
  if (lines.length > 0) throw new UsageError(...lines)
  return {
    settings: { ...fromEnv, ...settingsIn(urls) },
    ...(control && { control: file ?? CONTROL_FILE }),
    ...(ci !== undefined && { ci: ci as PipelineName }),
  }
}

/** The settings among these variables. */
export const settingsIn = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.keys(Variables.shape).flatMap((name) => (env[name] ? [[name, env[name]]] : [])))

const problemsOf = (schema: z.ZodType, value: string): string[] =>
  (schema.safeParse(value).error?.issues ?? []).map(({ message }) => message)

/** Asks for what the command line leaves open. Rejects when the user interrupts. */
export async function askFor(terminal: Terminal, given: Answers, flags: Flags, hasEnv: boolean): Promise<Answers> {
  const settings = hasEnv ? {} : await askSettings(terminal, given.settings)
  const control = flags.control ? given.control : await askControl(terminal)
  const ci = flags.ci === undefined ? await askPipeline(terminal) : given.ci
  return { settings: { ...given.settings, ...settings }, ...(control && { control }), ...(ci && { ci }) }
}

const VARIANTS = [
  ['A', 'users'],
  ['B', 'projects, datasets'],
] as const

async function askSettings(terminal: Terminal, given: Answers['settings']): Promise<Record<string, string>> {
  const settings: Record<string, string> = {}
  for (const [variant, lists] of VARIANTS) {
    const [url, secret] = [`TENANT_${variant}_BASE_URL`, `TENANT_${variant}_KEY`] as const
    const ask = async (name: string, schema: z.ZodType, text: string, secret = false) => {
      const value = await askUntilValid(terminal, text, (typed) => problemsOf(schema, typed)[0], secret)
      if (value) settings[name] = value
    }
    if (!(url in given)) await ask(url, baseUrl, `Base URL of variant ${variant} (${lists}), without /api/public/v1`)
    const hasUrl = url in given || url in settings
    if (hasUrl && !(secret in given)) await ask(secret, key, 'Its active key with every scope (not shown)', true)
  }
  return settings
}

async function askControl(terminal: Terminal): Promise<string | undefined> {
  const text = 'Write a control module, for rules about keys that are created, revoked and expire? [y/N]'
  const answer = await askUntilValid(terminal, text, (typed) => (/^(y|yes|n|no)$/i.test(typed) ? undefined : 'y or n'))
  return /^y/i.test(answer) ? CONTROL_FILE : undefined
}

async function askPipeline(terminal: Terminal): Promise<PipelineName | undefined> {
  const names = PIPELINE_NAMES.join(', ')
  const problem = (typed: string) =>
    PIPELINE_NAMES.includes(typed) ? undefined : `one of ${names}${didYouMean(typed, PIPELINE_NAMES)}`
  const answer = await askUntilValid(terminal, `Write a pipeline that runs the suite? ${names} [none]`, problem)
  return answer === '' ? undefined : (answer as PipelineName)
}

/** Repeats a question until the answer is valid. An empty answer is valid. */
async function askUntilValid(
  terminal: Terminal,
  question: string,
  problem: (answer: string) => string | undefined,
  secret = false,
): Promise<string> {
  for (let text = `${question}: `; ; ) {
    const answer = (await terminal.ask({ text, secret })).trim()
    const why = answer === '' ? undefined : problem(answer)
    if (why === undefined) return answer
    text = `  ${why}\n${question}: `
  }
}
