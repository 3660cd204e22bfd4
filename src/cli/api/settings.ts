import { gatewaySecrets, networkOptions, tenantVariables } from '../../config/environment.ts'
import { Options, problems, type RunFlags } from '../../config/options.ts'
import { plan, refusePlainHttp } from '../../config/read-settings.ts'
import { baseUrl, misspelt, Variables } from '../../config/setting-variables.ts'
import type { Handler } from '../../core/handler.ts'
import { VARIANTS } from '../../core/literal-types.ts'
import type { Settings } from '../../core/settings.ts'
import { didYouMean, UsageError } from '../../core/usage-error.ts'
import { variantsChosen } from '../load-settings.ts'
import type { CertifyOptions } from './certify-options.ts'

const LOCAL = 'http://localhost'
const NO_TARGET = 'certify: its first argument must be a base URL, or a function from Request to Response'
const NO_KEY = 'settings: name no key; give { TENANT_A_KEY: an active key with every scope }, or that of B'

/** What was given in code, checked as what is typed at a command line is. Throws a UsageError with one line for each thing. */
export async function settingsOf(target: string | URL | Handler, options: CertifyOptions): Promise<Settings> {
  if (typeof target !== 'function' && typeof target !== 'string' && !(target instanceof URL))
    throw new UsageError(NO_TARGET)
  const { flags, variables, url } = parsed(typeof target === 'function' ? options.baseUrl : String(target), options)
  const { TENANT_A_BASE_URL: _a, TENANT_B_BASE_URL: _b, ...keys } = variables
  const named = VARIANTS.filter((variant) => `TENANT_${variant.toUpperCase()}_KEY` in keys)
  if (named.length === 0) throw new UsageError(NO_KEY)
  const variant = flags.variant ?? [...named]
  const bases = variant.map((each) => [`TENANT_${each.toUpperCase()}_BASE_URL`, url])
  const { settings, variants } = plan({ ...flags, variant }, { ...keys, ...Object.fromEntries(bases) })
  const chosen = await variantsChosen(settings.rules, variants, 'rules')
  const targets = settings.targets.filter((each) => chosen.includes(each.variant))
  return {
    ...settings,
    targets,
    ...(typeof target !== 'function' && overNetwork({ ...settings, targets }, flags, variables, options)),
  }
}

/** The way to a base URL; a function has none. */
function overNetwork(
  { targets, held = [] }: Settings,
  flags: Flags,
  variables: Variables,
  options: CertifyOptions,
): Pick<Settings, 'network' | 'held'> {
  if (!flags['allow-http'] && !variables.TENANT_ALLOW_HTTP) refusePlainHttp(targets, () => 'the base URL')
  const env = { ...process.env, ...options.settings }
  const network = networkOptions(flags, variables, { env, cwd: process.cwd() })
  return { network, held: [...held, ...gatewaySecrets(network)] }
}

type Flags = NonNullable<ReturnType<typeof Options.safeParse>['data']>

function parsed(text = LOCAL, options: CertifyOptions): { flags: Flags; variables: Variables; url: string } {
  const raw = tenantVariables(options.settings ?? {})
  const flags = Options.safeParse(flagsOf(options))
  const variables = Variables.safeParse(Object.fromEntries(raw))
  const url = baseUrl.safeParse(text)
  const lines = [
    ...unknownOf(options),
    ...problems(flags, nameInCode),
    ...problems(variables),
    ...misspelt(raw.map(([name]) => name)),
    ...(url.error?.issues ?? []).map(({ message }) => `the base URL: ${message}`),
  ]
  if (!flags.data || !variables.data || !url.data || lines.length > 0) throw new UsageError(...lines)
  return { flags: flags.data, variables: variables.data, url: url.data }
}

const OTHERS = ['settings', 'baseUrl', 'control', 'expect', 'signal'] as const
type Name = Exclude<keyof CertifyOptions, (typeof OTHERS)[number]>

/** The option of `run` that each is in code. */
const FLAGS: Record<Name, keyof RunFlags> = {
  variant: 'variant',
  depth: 'depth',
  rules: 'rule',
  seed: 'seed',
  concurrency: 'concurrency',
  rate: 'rate',
  timeout: 'timeout',
  deadline: 'deadline',
  maxRequests: 'max-requests',
  strict: 'strict',
  timing: 'timing',
  catalogue: 'catalogue',
  allowHttp: 'allow-http',
  ca: 'ca',
  insecure: 'insecure',
  out: 'out',
  reporters: 'reporter',
}
const KNOWN: readonly string[] = [...Object.keys(FLAGS), ...OTHERS]
const IN_CODE = new Map<string, string>(Object.entries(FLAGS).map(([name, flag]) => [flag, name]))

/** What an option of `run` is called in code. */
const nameInCode = (flag: string): string => IN_CODE.get(flag) ?? flag

/** Options as they would be typed at a command line. */
function flagsOf(options: CertifyOptions): RunFlags {
  const { variant, timing, rules, reporters = ['json', 'junit', 'html'], ...others } = options
  const typed = Object.entries(others).flatMap(([name, value]) => {
    const flag = FLAGS[name as Name]
    if (flag === undefined || value === undefined) return []
    return [[flag, typeof value === 'boolean' ? value : String(value)]]
  })
  return {
    ...Object.fromEntries(typed),
    ...(variant !== undefined && { variant: [variant] }),
    ...(rules && { rule: [rules].flat() }),
    reporter: reporters,
    timing: timing === true,
    'no-timing': timing === false,
  }
}

/** A line for each unknown option: to ignore one would run something other than the caller requested. */
function unknownOf(options: CertifyOptions): string[] {
  const names = Object.keys(options).filter((name) => !KNOWN.includes(name))
  return names.map((name) => `${name}: not an option${didYouMean(name, KNOWN)}`)
}
