import { variantsChosen } from '../cli/variants-chosen.ts'
import type { CertifyOptions, Handler } from '../index.d.ts'
import { didYouMean } from '../nearest.ts'
import { baseUrl } from '../settings/base-url.ts'
import { tenantVariables } from '../settings/environment.ts'
import { Options, type RunFlags } from '../settings/options.ts'
import { problems } from '../settings/problems.ts'
import { plan } from '../settings/read.ts'
import { misspelt, Variables } from '../settings/variables.ts'
import type { Settings } from '../settings.ts'
import { UsageError } from '../usage-error.ts'

type Target = string | URL | Handler
type Name = Exclude<keyof CertifyOptions, 'settings' | 'baseUrl' | 'control' | 'expect' | 'signal'>

/** The option of `run` that each is in code. */
const FLAGS: Record<Name, keyof RunFlags> = {
  variant: 'variant',
  depth: 'depth',
  rules: 'rule',
  seed: 'seed',
  concurrency: 'concurrency',
  rate: 'rate',
  timeout: 'timeout',
  maxRequests: 'max-requests',
  strict: 'strict',
  timing: 'no-timing',
  catalogue: 'catalogue',
  out: 'out',
  reporters: 'reporter',
}
const KNOWN = [...Object.keys(FLAGS), 'settings', 'baseUrl', 'control', 'expect', 'signal']
const IN_CODE = new Map(Object.entries(FLAGS).map(([name, flag]) => [flag as string, name]))
const LOCAL = 'http://localhost'

/** What was given in code, checked as what is typed at a command line is. Throws a UsageError with one line for each thing. */
export async function settingsOf(target: Target, options: CertifyOptions): Promise<Settings> {
  if (typeof target !== 'function' && typeof target !== 'string' && !(target instanceof URL))
    throw new UsageError('certify: its first argument must be a base URL, or a function from Request to Response')
  const raw = tenantVariables(options.settings ?? {})
  const flags = Options.safeParse(flagsOf(options))
  const variables = Variables.safeParse(Object.fromEntries(raw))
  const url = baseUrl.safeParse(typeof target === 'function' ? (options.baseUrl ?? LOCAL) : String(target))
  const lines = [
    ...unknownOf(options),
    ...problems(flags, (name) => IN_CODE.get(name) ?? name),
    ...problems(variables),
    ...misspelt(raw.map(([name]) => name)),
    ...(url.error?.issues ?? []).map(({ message }) => `the base URL: ${message}`),
  ]
  if (!flags.data || !variables.data || !url.data || lines.length > 0) throw new UsageError(...lines)
  const { TENANT_A_BASE_URL: _a, TENANT_B_BASE_URL: _b, ...keys } = variables.data
  const named = (['a', 'b'] as const).filter((variant) => `TENANT_${variant.toUpperCase()}_KEY` in keys)
  if (named.length === 0) throw new UsageError(NO_KEY)
  const bases = (flags.data.variant ?? named).map((variant) => [`TENANT_${variant.toUpperCase()}_BASE_URL`, url.data])
  const { settings, variants } = plan(
    { ...flags.data, variant: flags.data.variant ?? [...named] },
    { ...keys, ...Object.fromEntries(bases) },
  )
  const chosen = await variantsChosen(settings.rules, variants, 'rules')
  return { ...settings, targets: settings.targets.filter(({ variant }) => chosen.includes(variant)) }
}

const NO_KEY = 'settings: name no key; give { TENANT_A_KEY: an active key with every scope }, or that of B'

function flagsOf(options: CertifyOptions): RunFlags {
  const { variant, timing = true, strict, rules, reporters, ...others } = options
  const typed = Object.entries(others).flatMap(([name, value]) => {
    const flag = FLAGS[name as Name]
    return flag === undefined || value === undefined ? [] : [[flag, String(value)]]
  })
  return {
    ...Object.fromEntries(typed),
    ...(variant !== undefined && { variant: [variant] }),
    ...(strict !== undefined && { strict }),
    ...(rules && { rule: [rules].flat() }),
    reporter: reporters ?? ['json', 'junit', 'html'],
    'no-timing': !timing,
  }
}

function unknownOf(options: CertifyOptions): string[] {
  const names = Object.keys(options).filter((name) => !KNOWN.includes(name))
  return names.map((name) => `${name}: not an option${didYouMean(name, KNOWN)}`)
}
