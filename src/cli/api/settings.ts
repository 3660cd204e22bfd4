import { baseUrl } from '../../config/base-url.ts'
import { tenantVariables } from '../../config/environment.ts'
import { networkOptions } from '../../config/network.ts'
import { Options } from '../../config/options.ts'
import { refusePlainHttp } from '../../config/plain-http.ts'
import { problems } from '../../config/problems.ts'
import { plan } from '../../config/read-settings.ts'
import { misspelt, Variables } from '../../config/variables.ts'
import type { Handler } from '../../core/handler.ts'
import type { Settings } from '../../core/settings.ts'
import { UsageError } from '../../core/usage-error.ts'
import { variantsChosen } from '../variants-chosen.ts'
import type { CertifyOptions } from './certify-options.ts'
import { flagsOf, nameInCode, unknownOf } from './flags.ts'

const LOCAL = 'http://localhost'
const NO_TARGET = 'certify: its first argument must be a base URL, or a function from Request to Response'
const NO_KEY = 'settings: name no key; give { TENANT_A_KEY: an active key with every scope }, or that of B'

/** What was given in code, checked as what is typed at a command line is. Throws a UsageError with one line for each thing. */
export async function settingsOf(target: string | URL | Handler, options: CertifyOptions): Promise<Settings> {
  if (typeof target !== 'function' && typeof target !== 'string' && !(target instanceof URL))
    throw new UsageError(NO_TARGET)
  const { flags, variables, url } = parsed(typeof target === 'function' ? options.baseUrl : String(target), options)
  const { TENANT_A_BASE_URL: _a, TENANT_B_BASE_URL: _b, ...keys } = variables
  const named = (['a', 'b'] as const).filter((variant) => `TENANT_${variant.toUpperCase()}_KEY` in keys)
  if (named.length === 0) throw new UsageError(NO_KEY)
  const variant = flags.variant ?? [...named]
  const bases = variant.map((each) => [`TENANT_${each.toUpperCase()}_BASE_URL`, url])
  const { settings, variants } = plan({ ...flags, variant }, { ...keys, ...Object.fromEntries(bases) })
  const chosen = await variantsChosen(settings.rules, variants, 'rules')
  const targets = settings.targets.filter((each) => chosen.includes(each.variant))
  return { ...settings, targets, ...(typeof target !== 'function' && overNetwork(targets, flags, variables)) }
}

/** The way to a base URL; a function has none. */
function overNetwork(targets: Settings['targets'], flags: Flags, variables: Variables): Pick<Settings, 'network'> {
  if (!flags['allow-http'] && !variables.TENANT_ALLOW_HTTP) refusePlainHttp(targets, () => 'the base URL')
  const { ca, insecure } = flags
  return {
    network: networkOptions({ ca, insecure, variable: variables.TENANT_CA, env: process.env, cwd: process.cwd() }),
  }
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
