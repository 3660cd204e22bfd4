import { resolve } from 'node:path'
import type { z } from 'zod'
import { VARIANTS } from '../core/literal-types.ts'
import { isLoopback } from '../core/network-options.ts'
import type { Variant } from '../core/rule.ts'
import {
  type AttestSetting,
  type ControlSetting,
  MANUAL,
  type Settings,
  type TargetSettings,
} from '../core/settings.ts'
import { UsageError } from '../core/usage-error.ts'
import {
  type Environment,
  exposureWarnings,
  gatewaySecrets,
  networkOptions,
  onlyInFile,
  overridden,
  readEnvFile,
  tenantVariables,
} from './environment.ts'
import { Options, problems, type RunFlags } from './options.ts'
import { misspelt, Variables } from './setting-variables.ts'
import { contradictions, isNamed, keysIn, targetOf } from './targets.ts'

const NAMES_NONE = '--env-file: names no deployment; set TENANT_A_BASE_URL and TENANT_A_KEY in it, or those of B'
/** Options about the user's deployment, which a demo does not test. */
const NOT_IN_DEMO = [
  ...['base-url', 'env-file', 'control', 'allow-http', 'ca', 'insecure', 'resume', 'baseline', 'expect'],
  ...['write-expect', 'attest', 'header', 'cert', 'key', 'wait'],
  ...['certificate', 'sign-key', 'subject', 'partial', 'valid-days'],
] as const

export interface Read {
  /** Without targets in a demo, and when no deployment is named. */
  readonly settings: Settings
  /** The variants to run. */
  readonly variants: readonly Variant[]
  /** Whether keys may be sent over http:// to another machine. */
  readonly allowHttp?: boolean
  /** One line each. */
  readonly warnings: readonly string[]
}

/** Reads settings: flags override the environment, which overrides `.env`. Throws a UsageError with one line per problem. */
export function readSettings(flags: RunFlags, env: Environment, cwd: string): Read {
  if (flags.demo) return demo(flags)
  const { variables: file, plain } = readEnvFile(flags['env-file'], cwd)
  const raw = Object.fromEntries([...tenantVariables(file), ...tenantVariables(env)])
  const options = Options.safeParse(flags)
  const variables = Variables.safeParse(raw)
  const { variant: asked = [], 'base-url': url } = options.data ?? {}
  const lines = [
    ...problems(options, (name) => `--${name}`),
    ...(url !== undefined && asked.length !== 1 ? ['--base-url: needs exactly one --variant: a or b'] : []),
    ...problems(variables),
    ...misspelt(Object.keys(raw)),
  ]
  if (!options.data || !variables.data || lines.length > 0) throw new UsageError(...lines)
  const read = plan(options.data, { ...variables.data, ...(url !== undefined && { [baseUrlOf(asked[0]!)]: url }) })
  const { targets } = read.settings
  const isNamed = targets.length > 0
  const { 'env-file': envFile } = flags
  // A file without a deployment is a mistake.
  if (envFile !== undefined && !isNamed) throw new UsageError(NAMES_NONE)
  const { TENANT_ALLOW_HTTP, TENANT_CONTROL, TENANT_ATTEST, TENANT_HEADERS, TENANT_CERT } = variables.data
  const allowHttp = options.data['allow-http'] || TENANT_ALLOW_HTTP === true
  if (!allowHttp) refusePlainHttp(targets, url === undefined ? baseUrlOf : () => '--base-url')
  const fromFile = onlyInFile(file, env)
  const { control: option, header = TENANT_HEADERS, cert = TENANT_CERT } = options.data
  const control = controlOf({ option, variable: TENANT_CONTROL }, { cwd, variables: fromFile, isNamed })
  // `curl` sends to the deployment of a report.
  const network =
    isNamed || header || cert ? networkOptions(options.data, variables.data, { env, fromFile, cwd }) : undefined
  const attest = attestOf(options.data.attest, TENANT_ATTEST, cwd)
  const path = envFile ?? '.env'
  const wanted = new Set(network?.headers?.map(({ variable }) => variable))
  const names = Object.keys(fromFile).filter((name) => name.startsWith('TENANT_') || wanted.has(name))
  const more = {
    control,
    ...(attest && { attest }),
    ...(network && { network, held: [...(read.settings.held ?? []), ...gatewaySecrets(network)] }),
    ...(names.length > 0 && { keyFile: { path: resolve(cwd, path), names, plain } }),
  }
  const warnings = [...exposureWarnings(path, file, cwd), ...overridden(path, file, env)]
  return { ...read, settings: { ...read.settings, ...more }, allowHttp, warnings }
}

/** The control module, from the option or else the variable. */
export function controlOf(
  { option, variable }: { readonly option?: string; readonly variable?: string },
  { cwd, variables, isNamed }: { readonly isNamed: boolean; cwd: string } & Pick<ControlSetting, 'variables'>,
): ControlSetting | undefined {
  const from = option === undefined ? 'TENANT_CONTROL' : '--control'
  const path = option ?? variable
  if (path === undefined) return undefined
  // It would create keys in one system for a run against another.
  if (!isNamed)
    throw new UsageError(`${from}: no deployment is named; the bundled reference server has its own control`)
  return { from, file: path === MANUAL ? MANUAL : resolve(cwd, path), variables }
}

function attestOf(option: string | undefined, variable: string | undefined, cwd: string): AttestSetting | undefined {
  const file = option ?? variable
  if (file === undefined) return undefined
  return { from: option === undefined ? 'TENANT_ATTEST' : '--attest', file: resolve(cwd, file) }
}

/** Settings for the bundled reference server. The environment and `.env` are not read. */
function demo(flags: RunFlags): Read {
  const options = Options.safeParse(flags)
  const given = NOT_IN_DEMO.filter((name) => flags[name] !== undefined)
  const lines = given.map((name) => `--demo: tests the bundled reference server and takes no --${name}`)
  lines.unshift(...problems(options, (name) => `--${name}`))
  if (!options.data || lines.length > 0) throw new UsageError(...lines)
  const { settings, variants } = plan(options.data, {})
  return { settings: { ...settings, demo: true }, variants, warnings: [] }
}

/** Combines valid options and variables. Throws a UsageError where they contradict each other. */
export function plan(options: z.output<typeof Options>, variables: Variables): Omit<Read, 'warnings'> {
  if (options.timing && options['no-timing']) throw new UsageError('--timing: excludes --no-timing')
  if (options.quiet && options.verbose) throw new UsageError('--quiet: excludes --verbose')
  const named = VARIANTS.filter((variant) => isNamed(variables, variant))
  const variants = options.variant ?? (named.length > 0 ? named : VARIANTS)
  const targets = named.length > 0 ? checked(variables, variants, options.variant) : []
  return { settings: { ...settingsOf(options, targets), held: keysIn(variables) }, variants }
}

function checked(variables: Variables, variants: readonly Variant[], asked?: readonly Variant[]): TargetSettings[] {
  const lines = variants.flatMap((variant) => contradictions(variables, variant, asked && `--variant ${variant}`))
  if (lines.length > 0) throw new UsageError(...lines)
  return variants.map((variant) => targetOf(variables, variant))
}

const baseUrlOf = (variant: Variant): string => `TENANT_${variant.toUpperCase()}_BASE_URL`

function settingsOf(options: z.output<typeof Options>, targets: TargetSettings[]): Settings {
  const { depth, seed, concurrency, rate, timeout, strict, out, record, deadline, catalogue, wait, shard } = options
  return {
    targets,
    ...{ depth, seed, concurrency, rate, timeout, strict, out, record, deadline, catalogue, wait, shard },
    failFast: options['fail-fast'],
    rules: options.rule,
    maxRequests: options['max-requests'],
    requireComplete: options['require-complete'],
    timing: options.timing || (depth !== 'quick' && !options['no-timing']),
    reporters: options.reporter,
  }
}

/** Targets from the settings that the reference server prints. */
export function targetsFrom(raw: Record<string, string>, variants: readonly Variant[]): TargetSettings[] {
  const variables = Variables.safeParse(raw)
  if (!variables.success) throw new Error(`the reference server printed invalid settings: ${problems(variables)[0]}`)
  return checked(variables.data, variants, variants)
}

/** Refuses to send keys unencrypted over a network. `nameOf`: the setting with the base URL. */
export function refusePlainHttp(
  targets: readonly Pick<TargetSettings, 'variant' | 'baseUrl'>[],
  nameOf: (variant: Variant) => string,
): void {
  const lines = targets.flatMap(({ variant, baseUrl }) => {
    const { protocol, host, hostname } = new URL(baseUrl)
    if (protocol !== 'http:' || isLoopback(hostname)) return []
    const instead = 'use https://, or in a trusted network --allow-http (or TENANT_ALLOW_HTTP=true)'
    return [`${nameOf(variant)}: http:// would send keys to ${host} unencrypted; ${instead}`]
  })
  if (lines.length > 0) throw new UsageError(...lines)
}
