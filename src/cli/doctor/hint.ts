import type { Exchange } from '../../core/exchange.ts'
import { headerValues } from '../../core/exchange.ts'
import type { Variant } from '../../core/rule.ts'

/** By error code of Node.js, OpenSSL or undici. */
const HINTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there: is it started, and are host and port right?',
  ENOTFOUND: 'the host name is unknown here: check its spelling, then VPN and DNS',
  EHOSTUNREACH: 'this host is unreachable from here: check network and VPN',
  ETIMEDOUT: 'check for a firewall or VPN in between; --timeout MS sets a longer limit',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host: use the host name in the certificate',
  CERT_HAS_EXPIRED: 'renew the certificate of the deployment, or set the clock of this machine',
  CERT: 'trust its authority: --ca authority.pem, or TENANT_CA=authority.pem in the settings',
  EPROTO: 'it does not speak TLS there: use http:// instead of https://',
  HPE: 'it does not speak HTTP/1.1 there: check the port; for a TLS port use https://',
}

const SAME: Readonly<Record<string, string>> = {
  EAI_AGAIN: 'ENOTFOUND',
  ENETUNREACH: 'EHOSTUNREACH',
  CERT_NOT_YET_VALID: 'CERT_HAS_EXPIRED',
  ERR_SSL_WRONG_VERSION_NUMBER: 'EPROTO',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'EPROTO',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'CERT',
  SELF_SIGNED_CERT_IN_CHAIN: 'CERT',
  UND_ERR_SOCKET: 'HPE',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'HPE',
}

/** Families of codes. */
const PREFIXES = { CERT_: 'CERT', CRL_: 'CERT', UNABLE_TO_: 'CERT', HPE_: 'HPE' } as const

/** What to do about a first request that failed. */
export function hintOf({ response, problem }: Exchange, variant: Variant): string {
  if (problem) {
    const code = problem.kind === 'timeout' ? 'ETIMEDOUT' : (problem.code ?? '')
    const [, family] = Object.entries(PREFIXES).find(([prefix]) => code.startsWith(prefix)) ?? []
    return HINTS[code] ?? HINTS[SAME[code] ?? family ?? ''] ?? 'check host, port and network, then try again'
  }
  const { status } = response!
  const [location] = headerValues(response!, 'location')
  if (status >= 300 && status < 400)
    return `redirects are not followed with a key: use the base URL it redirects to${location ? ` (${location})` : ''}`
  if (status === 401 || status === 403) {
    const other = variant === 'a' ? 'B' : 'A'
    return `supply an active key of this deployment with every scope; or is this the base URL of variant ${other}?`
  }
  if (status === 429) return 'it is busy with other clients: try again later, or with a lower --rate'
  if (status >= 500) return 'the deployment itself fails: check its log, then try again'
  return 'compare the base URL with one that a browser or curl can reach: everything before /api/public/v1'
}
