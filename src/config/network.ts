import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Authority, NetworkOptions, Proxies, ProxyAt } from '../core/network.ts'
import { UsageError } from '../core/usage-error.ts'
import type { Environment } from './environment.ts'

interface Given {
  readonly ca?: string
  readonly insecure?: boolean
  /** TENANT_CA. */
  readonly variable?: string
  readonly env: Environment
  readonly cwd: string
}

/** Certificates and proxies for a run. Throws a UsageError for what cannot work or would be silently insecure. */
export function networkOptions({ ca, insecure, variable, env, cwd }: Given): NetworkOptions | undefined {
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    throw new UsageError(
      'NODE_TLS_REJECT_UNAUTHORIZED: 0 disables certificate checks everywhere; unset it, and use --ca FILE or --insecure',
    )
  if (insecure && ca !== undefined) throw new UsageError('--insecure: checks no certificate, so --ca has no effect')
  const file = insecure ? undefined : (ca ?? variable)
  const options = {
    ...(file !== undefined && { ca: authority(resolve(cwd, file), ca === undefined ? 'TENANT_CA' : '--ca') }),
    ...(insecure && { insecure }),
    ...proxiesOf(env),
  }
  return Object.keys(options).length > 0 ? options : undefined
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

function authority(file: string, from: string): Authority {
  const shown = JSON.stringify(file)
  const certificates = textOf(file, from).match(CERTIFICATE) ?? []
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

function textOf(file: string, from: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch (error) {
    throw new UsageError(`${from}: ${JSON.stringify(file)} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
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
