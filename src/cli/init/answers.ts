import type { z } from 'zod'
import { baseUrl } from '../../config/base-url.ts'
import { problems } from '../../config/problems.ts'
import { Variables } from '../../config/variables.ts'
import { key } from '../../core/key-schema.ts'
import { UsageError } from '../../core/usage-error.ts'
import { CI, type CiName } from './ci.ts'

/** What is to be written. */
export interface Answers {
  /** Settings to fill in, by their names. */
  readonly settings: Readonly<Record<string, string>>
  readonly control?: string
  readonly ci?: CiName
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

const URLS = { 'a-url': 'TENANT_A_BASE_URL', 'b-url': 'TENANT_B_BASE_URL' } as const

/** What the command line says, checked. A key does not stand there: other users of the machine could read it. */
export function answersIn(flags: Flags, file: string | undefined, env: NodeJS.ProcessEnv): Answers {
  const { control, ci } = flags
  const named = Object.keys(URLS) as (keyof typeof URLS)[]
  const urls = named.flatMap((name) => (flags[name] === undefined ? [] : [[name, flags[name]] as const]))
  const lines = urls.flatMap(([name, url]) => problem(baseUrl, url).map((message) => `--${name}: ${message}`))
  const taken = flags['from-env'] ? settingsIn(env) : {}
  lines.push(...problems(Variables.safeParse(taken)))
  if (ci !== undefined && !Object.hasOwn(CI, ci))
    lines.push(`--ci: takes one of ${Object.keys(CI).join(', ')}, not ${JSON.stringify(ci)}`)
  if (flags['from-env'] && Object.keys(taken).length === 0)
    lines.push(
      '--from-env: no setting stands in the environment; set TENANT_A_BASE_URL and TENANT_A_KEY, or those of B',
    )
  if (lines.length > 0) throw new UsageError(...lines)
  return {
    settings: { ...taken, ...Object.fromEntries(urls.map(([name, url]) => [URLS[name], url])) },
    ...(control && { control: file ?? CONTROL_FILE }),
    ...(ci !== undefined && { ci: ci as CiName }),
  }
}

const settingsIn = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.keys(Variables.shape).flatMap((name) => (env[name] ? [[name, env[name]]] : [])))

/** What is wrong of a value. */
export const problem = (schema: z.ZodType, value: string): string[] =>
  (schema.safeParse(value).error?.issues ?? []).map(({ message }) => message)

/** How a setting that is asked for is checked. */
export const schemaOf = (name: string) => (name.endsWith('_URL') ? baseUrl : key)
