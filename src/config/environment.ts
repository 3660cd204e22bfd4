import { X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { parse } from 'dotenv'
import type { z } from 'zod'
import type { Authority, NetworkOptions, Proxies, ProxyAt } from '../core/network-options.ts'
import { readTextFile } from '../core/read-text-file.ts'
import type { SuppliedKey } from '../core/settings.ts'
import { quoted } from '../core/shell-quote.ts'
import { UsageError } from '../core/usage-error.ts'
import { clientCertificate, gatewayHeaders } from './gateway.ts'
import type { Options } from './options.ts'
import type { Variables as Settings } from './setting-variables.ts'

export type Environment = Readonly<Record<string, string | undefined>>
type Variables = Readonly<Record<string, string>>

/** All variables that only the file has, since a control module may need any of them. */
export function onlyInFile(file: Variables, env: Environment): Record<string, string> {
  return Object.fromEntries(Object.entries(file).filter(([name]) => env[name] === undefined))
}

/** Warns if the environment has another value for a setting than the settings file. */
export function overridden(path: string, file: Variables, env: Environment): string[] {
  const names = tenantVariables(file).flatMap(([name, value]) => ([undefined, value].includes(env[name]) ? [] : [name]))
  if (names.length === 0) return []
  return [`${path}: the environment has other values, which are used; to use the file: unset ${names.join(' ')}`]
}

/** Variables that may be settings. */
export function tenantVariables(variables: Environment): [string, string][] {
  return Object.entries(variables).flatMap(([name, value]) =>
    name.startsWith('TENANT_') && value !== undefined ? [[name, value]] : [],
  )
}

interface EnvFile {
  readonly variables: Variables
  /** Names that a `NAME=value` line without quotes, blanks or comments sets, and no other line: `sed` can read them. */
  readonly plain: readonly string[]
}

/** The file that the user named; by default `.env`, if it exists. */
export function readEnvFile(envFile: string | undefined, cwd: string): EnvFile {
  const text = envText(envFile, cwd)
  const variables = parse(text)
  refuseColons(envFile ?? '.env', text, variables)
  return { variables, plain: onPlainLines(text, variables) }
}

function envText(envFile: string | undefined, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, envFile ?? '.env'), 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (envFile === undefined && code === 'ENOENT') return ''
    const why = code === 'ENOENT' ? 'no such file' : `cannot be read (${code})`
    throw new UsageError(envFile === undefined ? `.env: ${why}` : `--env-file: ${why}: ${envFile}`)
  }
}

function onPlainLines(text: string, variables: Variables): string[] {
  const lines = text.split('\n')
  return Object.entries(variables).flatMap(([name, value]) => {
    const [line, ...more] = lines.filter((line) => new RegExp(`^\\s*(export\\s+)?${name}\\s*[=:]`).test(line))
    return more.length === 0 && line === `${name}=${value}` && /^\w+$/.test(value) ? [name] : []
  })
}

/** dotenv reads `NAME: value`, but `node --env-file` in the printed commands does not. */
function refuseColons(path: string, text: string, variables: Variables): void {
  const known = parseEnv(text)
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim().replace(/^export\s+/, ''))
  const problems = Object.entries(variables).flatMap(([name, value]) => {
    const at = known[name] === value ? -1 : lines.findIndex((line) => line.startsWith(`${name}:`))
    return at < 0 ? [] : [`${path}: line ${at + 1}: write ${name}=value, not ${name}: value`]
  })
  if (problems.length > 0) throw new UsageError(...problems)
}

const READABLE_BY_OTHERS = 0o044
const SECRET = /KEY|TOKEN|SECRET|PASSW/i

/** Warns if other users of this machine can read the secrets in a settings file. */
export function exposureWarnings(path: string, variables: Variables, cwd: string): string[] {
  // Windows has no file modes: Node.js makes them up.
  if (process.platform === 'win32') return []
  const hasSecrets = Object.entries(variables).some(([name, value]) => value && SECRET.test(name))
  if (!hasSecrets || (statSync(resolve(cwd, path)).mode & READABLE_BY_OTHERS) === 0) return []
  return [`${path}: other users of this machine can read the keys in it; chmod 600 ${quoted(path)}`]
}

type NetworkFlags = Partial<
  Pick<z.output<typeof Options>, 'ca' | 'insecure' | 'header' | 'cert' | 'key' | 'user-agent'>
>
type NetworkSettings = Pick<Settings, 'TENANT_CA' | 'TENANT_HEADERS' | 'TENANT_CERT' | 'TENANT_CERT_KEY'>

interface Origin {
  readonly env: Environment
  /** Variables that only the settings file has. */
  readonly fromFile?: Variables
  readonly cwd: string
}

/** Certificates and proxies for a run. Throws a UsageError for what cannot work or would be silently insecure. */
export function networkOptions(
  flags: NetworkFlags,
  settings: NetworkSettings,
  { env, fromFile, cwd }: Origin,
): NetworkOptions | undefined {
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    throw new UsageError(
      'NODE_TLS_REJECT_UNAUTHORIZED: 0 disables certificate checks everywhere; unset it, and use --ca FILE or --insecure',
    )
  const { ca, insecure, header, 'user-agent': userAgent } = flags
  const { cert = settings.TENANT_CERT, key = settings.TENANT_CERT_KEY } = flags
  if (insecure && ca !== undefined) throw new UsageError('--insecure: checks no certificate, so --ca has no effect')
  if (cert === undefined && key !== undefined) throw new UsageError('--key: needs the certificate too: --cert FILE')
  const file = insecure ? undefined : (ca ?? settings.TENANT_CA)
  const headers = header ?? settings.TENANT_HEADERS?.split(',') ?? []
  const headersFrom = header ? '--header' : 'TENANT_HEADERS'
  const options = {
    ...(file !== undefined && { ca: authority(resolve(cwd, file), ca === undefined ? 'TENANT_CA' : '--ca') }),
    ...(insecure && { insecure }),
    ...proxiesOf(env),
    ...(headers.length > 0 && { headers: gatewayHeaders(headers, headersFrom, { ...fromFile, ...env }) }),
    ...(cert !== undefined && { clientCertificate: clientCertificate(cert, key, cwd) }),
    ...(userAgent !== undefined && { userAgent }),
  }
  return Object.keys(options).length > 0 ? options : undefined
}

/** What no output may show besides keys. Nameless: it is no key of the API. */
export const gatewaySecrets = (network: NetworkOptions | undefined): SuppliedKey[] =>
  (network?.headers ?? []).map(({ secret }) => ({ env: '', value: secret }))

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

function authority(file: string, from: string): Authority {
  const shown = JSON.stringify(file)
  const certificates = readTextFile(file, { before: `${from}: ` }, 'latin1').match(CERTIFICATE) ?? []
  if (certificates.length === 0)
    throw new UsageError(`${from}: ${shown} contains no certificate in PEM (-----BEGIN CERTIFICATE-----)`)
  for (const [i, pem] of certificates.entries()) {
    try {
      new X509Certificate(pem)
    } catch {
      throw new UsageError(`${from}: certificate ${i + 1} of ${certificates.length} in ${shown} cannot be read`)
    }
  }
  return { file, certificates }
}

function proxiesOf(env: Environment): { proxies?: Proxies } {
  const [http, https] = [proxyIn(env, 'http_proxy'), proxyIn(env, 'https_proxy')]
  if (!http && !https) return {}
  return { proxies: { ...(http && { http }), ...(https && { https }), except: env.no_proxy ?? env.NO_PROXY ?? '' } }
}

/** Lower case wins, as in curl. Messages do not repeat the URL: it may contain a password. */
function proxyIn(env: Environment, name: string): ProxyAt | undefined {
  const from = [name, name.toUpperCase()].find((each) => env[each])
  if (from === undefined) return undefined
  const text = env[from]!
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
  if (!/^https?:/i.test(url)) throw new UsageError(`${from}: only http:// and https:// proxies are supported`)
  if (!URL.canParse(url)) throw new UsageError(`${from}: not a URL; write it as http://host:port`)
  return { from, url }
}
