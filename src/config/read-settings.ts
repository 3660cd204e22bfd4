import type { z } from 'zod'
import type { Variant } from '../core/rule.ts'
import type { Settings, TargetSettings } from '../core/settings.ts'
import { UsageError } from '../core/usage-error.ts'
import { baseUrl } from './base-url.ts'
import { controlOf } from './control.ts'
import { type Environment, onlyInFile, readEnvFile, readEnvironment, tenantVariables } from './environment.ts'
import { wayOf } from './network.ts'
import { Options, type RunFlags } from './options.ts'
import { refusePlainHttp } from './plain-http.ts'
import { problems } from './problems.ts'
import { contradictions, isNamed, keysIn, targetOf } from './targets.ts'
import { misspelt, Variables } from './variables.ts'
import { exposed } from './warn-exposed.ts'

const BOTH: readonly Variant[] = ['a', 'b']
const NAMES_NONE = '--env-file: names no deployment; set TENANT_A_BASE_URL and TENANT_A_KEY in it, or those of B'
/** Options that say something about a deployment of the user, which a demo does not test. */
const NOT_IN_DEMO = [
  ...['base-url', 'env-file', 'control', 'allow-http', 'ca', 'insecure', 'baseline', 'expect', 'write-expect'],
  ...['certificate', 'sign-key', 'subject', 'partial', 'valid-days'],
] as const

export interface Read {
  /** Without targets when the user named none, and in a demo. */
  readonly settings: Settings
  /** The variants to run. */
  readonly variants: readonly Variant[]
  /** Keys may go over http:// to another machine. */
  readonly allowHttp?: boolean
  /** What is amiss but no reason to stop, one line each. */
  readonly warnings: readonly string[]
}

/** Flags over environment over `.env`, checked. Throws a UsageError with one line for each thing that cannot be used. */
export function readSettings(flags: RunFlags, env: Environment, cwd: string): Read {
  if (flags.demo) return demo(flags)
  const file = readEnvFile(flags['env-file'], cwd)
  const raw = readEnvironment(file, env)
  const options = Options.safeParse(flags)
  const variables = Variables.safeParse(raw)
  const asked = options.data && askedBaseUrl(options.data)
  const lines = [
    ...problems(options, (name) => `--${name}`),
    ...(asked?.lines ?? []),
    ...problems(variables),
    ...misspelt(Object.keys(raw)),
  ]
  if (!options.data || !variables.data || lines.length > 0) throw new UsageError(...lines)
  const read = plan(options.data, { ...variables.data, ...asked?.variables })
  // Whoever names a file means a deployment of their own; the reference server would pass in its place.
  if (flags['env-file'] !== undefined && read.settings.targets.length === 0) throw new UsageError(NAMES_NONE)
  const allowHttp = options.data['allow-http'] || variables.data.TENANT_ALLOW_HTTP === true
  if (!allowHttp)
    refusePlainHttp(read.settings.targets, flags['base-url'] === undefined ? baseUrlOf : () => '--base-url')
  const control = controlOf({
    option: options.data.control,
    variable: variables.data.TENANT_CONTROL,
    cwd,
    variables: onlyInFile(file, env),
    named: read.settings.targets.length > 0,
  })
  const { ca, insecure } = options.data
  const way = read.settings.targets.length > 0 && wayOf({ ca, insecure, variable: variables.data.TENANT_CA, env, cwd })
  const fromFile = tenantVariables(onlyInFile(file, env)).map(([name]) => name)
  const keyFile = { path: flags['env-file'] ?? '.env', names: fromFile }
  const settings = { ...read.settings, control, ...(way && { way }), ...(fromFile.length > 0 && { keyFile }) }
  return { ...read, settings, allowHttp, warnings: exposed(flags['env-file'] ?? '.env', file, cwd) }
}

/** Settings for the bundled reference server. The environment and `.env` are not read. */
function demo(flags: RunFlags): Read {
  const options = Options.safeParse(flags)
  const given = NOT_IN_DEMO.filter((name) => (flags as Record<string, unknown>)[name] !== undefined)
  const lines = [
    ...problems(options, (name) => `--${name}`),
    ...given.map((name) => `--demo: tests the bundled reference server and takes no --${name}`),
  ]
  if (!options.data || lines.length > 0) throw new UsageError(...lines)
  const { settings, variants } = plan(options.data, {})
  return { settings: { ...settings, demo: true }, variants, warnings: [] }
}

/** What checked options and variables say together. Throws a UsageError where they contradict each other. */
export function plan(options: z.output<typeof Options>, variables: Variables): Omit<Read, 'warnings'> {
  const named = BOTH.filter((variant) => isNamed(variables, variant))
  const variants = options.variant ?? (named.length > 0 ? named : BOTH)
  const targets = named.length > 0 ? checked(variables, variants, options.variant) : []
  return { settings: { ...settingsOf(options, targets), held: keysIn(variables) }, variants }
}

function checked(variables: Variables, variants: readonly Variant[], asked?: readonly Variant[]): TargetSettings[] {
  const lines = variants.flatMap((variant) => contradictions(variables, variant, asked && `--variant ${variant}`))
  if (lines.length > 0) throw new UsageError(...lines)
  return variants.map((variant) => targetOf(variables, variant))
}

/** `--base-url` stands for the variable of the one variant that is chosen. */
function askedBaseUrl(options: z.output<typeof Options>): { lines: string[]; variables: Variables } {
  const { 'base-url': url, variant = [] } = options
  if (url === undefined) return { lines: [], variables: {} }
  if (variant.length !== 1)
    return { lines: ['--base-url: needs exactly one --variant beside it: a or b'], variables: {} }
  const parsed = baseUrl.safeParse(url)
  if (!parsed.success)
    return { lines: parsed.error.issues.map(({ message }) => `--base-url: ${message}`), variables: {} }
  return { lines: [], variables: { [baseUrlOf(variant[0]!)]: parsed.data } }
}

const baseUrlOf = (variant: Variant): string => `TENANT_${variant.toUpperCase()}_BASE_URL`

function settingsOf(options: z.output<typeof Options>, targets: TargetSettings[]): Settings {
  return {
    targets,
    depth: options.depth,
    rules: options.rule,
    seed: options.seed,
    concurrency: options.concurrency,
    rate: options.rate,
    timeout: options.timeout,
    ...(options.deadline !== undefined && { deadline: options.deadline }),
    maxRequests: options['max-requests'],
    strict: options.strict,
    requireComplete: options['require-complete'],
    timing: !options['no-timing'],
    out: options.out,
    reporters: options.reporter,
    ...(options.catalogue !== undefined && { catalogue: options.catalogue }),
    record: options.record,
  }
}

/** Targets from variables that the suite itself wrote: what the reference server prints. */
export function targetsFrom(raw: Record<string, string>, variants: readonly Variant[]): TargetSettings[] {
  const variables = Variables.safeParse(raw)
  if (!variables.success)
    throw new Error(`the reference server prints settings of another form: ${problems(variables)[0]}`)
  return checked(variables.data, variants, variants)
}
