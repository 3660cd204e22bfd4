import type { Exchange } from '../../core/exchange.ts'
import { headerValues } from '../../core/exchange.ts'
import type { Variant } from '../../core/rule.ts'

/** Common reasons why a deployment cannot be reached, and what to try: words in the message, advice. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED/, 'nothing listens there: is it started, and are host and port right?'],
  [/ENOTFOUND|EAI_AGAIN/, 'the host name is not known here: check its spelling, then VPN and DNS'],
  [/EHOSTUNREACH|ENETUNREACH/, 'there is no way to that host from here: check network and VPN'],
  [/timeout|within \d+ ms/i, 'see whether a firewall or VPN is between; --timeout MS waits for longer'],
  [/altname|does not match/i, 'the certificate is of another host: give the host name that it is made out for'],
  [
    /certificate has expired|not yet valid/i,
    'renew the certificate of the deployment, or set the clock of this machine',
  ],
  [
    /certificate|self.signed|issuer/i,
    'have its authority trusted: --ca authority.pem, or TENANT_CA=authority.pem among the settings',
  ],
  [/wrong version|packet length|EPROTO/i, 'it does not speak TLS there: try http:// in place of https://'],
  [
    /Parse Error|HPE_|other side closed|closed before/i,
    'it does not speak HTTP/1.1 there: check the port; of a TLS port give https://',
  ],
]

/** What to do about a first request that did not work. */
export function hintOf({ response, problem }: Exchange, variant: Variant): string {
  if (problem)
    return REASONS.find(([words]) => words.test(problem.message))?.[1] ?? 'check host, port and network, then try again'
  const { status } = response!
  const [location] = headerValues(response!, 'location')
  if (status >= 300 && status < 400)
    return `no redirect is followed with a key: give the base URL that it leads to${location ? ` (${location})` : ''}`
  if (status === 401 || status === 403) {
    const other = variant === 'a' ? 'B' : 'A'
    return `give an active key with every scope, of this deployment; or is this the base URL of variant ${other}?`
  }
  if (status === 429) return 'it is busy with others: try again later, or with a lower --rate'
  if (status >= 500) return 'the deployment itself is in trouble: look at its log, then try again'
  return 'compare the base URL with what a browser or curl reaches: everything before /api/public/v1'
}
